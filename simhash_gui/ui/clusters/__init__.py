"""The Clusters page: threshold, clusters, members."""

"""What helps to find a fault: the log of the program, what nobody caught, and a report to copy.

Every module logs to its own logger as usual; here is only where the records go. Which words a user
reads of an error is the business of the window and of the command line.
"""

"""Packages of XML in a ZIP: DOCX, PPTX, XLSX, what they embed, and EPUB."""

"""The chapters of the book, and what a campaign needs beside them."""

"""Flask application, pages, storage and the command line."""

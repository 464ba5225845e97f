"""Messages, message catalogues, the pseudo-language and the rule index."""

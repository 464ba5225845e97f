"""The rules that ask and change the state, one topic a module."""

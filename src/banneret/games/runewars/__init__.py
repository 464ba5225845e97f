"""Runewars Miniatures Game."""

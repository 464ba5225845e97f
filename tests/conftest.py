"""What all tests share: the plugin that says which rules they cover."""

from pathlib import Path

pytest_plugins = ["tests.rule_coverage_plugin"] if Path(__file__).with_name("rule_coverage_plugin.py").exists() else []

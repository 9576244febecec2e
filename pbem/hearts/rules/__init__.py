"""The record of rules, its checks, options, presets and the tables they draw on."""

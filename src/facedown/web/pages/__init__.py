"""The pages that people see; each works without JavaScript."""

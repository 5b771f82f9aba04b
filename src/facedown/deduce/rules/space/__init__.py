"""A large space of rules, each meaning once, for programs that reason about which one is secret."""

int terminal_guard_stub(void);

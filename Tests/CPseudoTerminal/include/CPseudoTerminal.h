int pseudo_terminal_stub(void);

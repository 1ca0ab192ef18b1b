#include "CTerminal.h"
int terminal_guard_stub(void) { return 0; }

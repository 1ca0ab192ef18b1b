// Signals that end the program, as far as other files of this target have to do with them.
#ifndef LISTKIT_CRASH_SIGNALS_H
#define LISTKIT_CRASH_SIGNALS_H

#include <signal.h>

// Whether a handler is the one that gives the terminal back and ends the program.
int terminal_crashes_would_end(const struct sigaction *action);

#endif

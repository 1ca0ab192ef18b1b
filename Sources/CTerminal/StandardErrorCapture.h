// Standard error while the screen is up: used by the other files of this target only.
#ifndef LISTKIT_STANDARD_ERROR_CAPTURE_H
#define LISTKIT_STANDARD_ERROR_CAPTURE_H

// From now on keeps what is written to standard error, if that is the terminal `tty`. Does nothing where
// the system has no descriptor or thread left.
void terminal_capture_start(int tty);

// Puts standard error back and shows on the terminal what was kept: beginning and end, where it was much.
// Async-signal-safe.
void terminal_capture_release(void);

#endif

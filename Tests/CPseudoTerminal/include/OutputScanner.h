// Follows the terminal modes that a program sets, from the bytes it writes: those that an emulator does not
// report.
#ifndef LISTKIT_OUTPUTSCANNER_H
#define LISTKIT_OUTPUTSCANNER_H

#include <stddef.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

#define OUTPUT_SCANNER_MODES 32

// The event at the end of the bytes read.
typedef enum {
  OUTPUT_PLAIN,
  // "Synchronized output" was switched on: an update starts.
  OUTPUT_UPDATE_BEGINS,
  // "Synchronized output" was switched off: the update is complete.
  OUTPUT_UPDATE_ENDS,
} output_event;

typedef struct {
  int state, length;
  char body[64];
  // The DEC private modes that differ from their initial state.
  int modes[OUTPUT_SCANNER_MODES], mode_count;
  // The scroll region, counted from 1; 0 and 0 for all lines.
  int top, bottom;
  // Whether the number pad sends sequences, a character set other than ASCII is in use, characters have a
  // style, characters are inserted; and the number of keyboard modes on the stack of kitty's protocol.
  int keypad, charset, style, inserts, keyboard;
  // The number of times that the current update has cleared the entire screen.
  int clears;
} output_scanner;

void output_scanner_init(output_scanner *scanner);

// Reads bytes up to the next event and stores the event; returns the number of bytes. `lines` is the current
// height of the terminal.
size_t output_scanner_scan(output_scanner *scanner, int lines, const unsigned char *bytes, size_t count,
                           output_event *event);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
#endif

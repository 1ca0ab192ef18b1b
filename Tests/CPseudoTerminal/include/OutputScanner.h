// Follows what a program switches in its terminal, by the bytes it writes: what an emulator does not tell.
#ifndef LISTKIT_OUTPUTSCANNER_H
#define LISTKIT_OUTPUTSCANNER_H

#include <stddef.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

#define OUTPUT_SCANNER_MODES 32

// What has just been written.
typedef enum {
  OUTPUT_PLAIN,
  // "Synchronized output" was switched on: a picture is about to be drawn.
  OUTPUT_UPDATE_BEGINS,
  // It was switched off: the picture is complete.
  OUTPUT_UPDATE_ENDS,
} output_event;

typedef struct {
  int state, length;
  char body[64];
  // DEC private modes that are not as they are at first.
  int modes[OUTPUT_SCANNER_MODES], mode_count;
  // The scroll region, counted from 1; 0 and 0: all lines.
  int top, bottom;
  // Whether the number pad sends sequences, another character set than ASCII is in use, characters have a
  // style, characters are inserted; and how many keyboard modes are on the stack of kitty's protocol.
  int keypad, charset, style, inserts, keyboard;
  // How often the update now being written cleared all of the screen.
  int clears;
} output_scanner;

void output_scanner_init(output_scanner *scanner);

// Takes bytes up to the next event, which it names; returns how many. `lines` is the terminal's height now.
size_t output_scanner_scan(output_scanner *scanner, int lines, const unsigned char *bytes, size_t count,
                           output_event *event);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
#endif

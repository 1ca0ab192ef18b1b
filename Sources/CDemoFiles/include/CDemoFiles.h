#pragma once

#include <stddef.h>

/// A data file of tui-demo, as it was when the program was built.
typedef struct {
  const unsigned char *_Nonnull bytes;
  size_t count;
} DemoFile;

/// `Data/mountains.csv`.
DemoFile mountains_csv(void);

/// `Data/emoji.txt`.
DemoFile emoji_txt(void);

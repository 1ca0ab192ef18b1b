#include "CDemoFiles.h"

// A feature of C23, available in every clang of Swift 6.2 or later. The build tracks changes of the files.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char mountains[] = {
#embed "../tui-demo/Data/mountains.csv"
};

static const unsigned char emoji[] = {
#embed "../tui-demo/Data/emoji.txt"
};

DemoFile mountains_csv(void) { return (DemoFile){mountains, sizeof mountains}; }

DemoFile emoji_txt(void) { return (DemoFile){emoji, sizeof emoji}; }

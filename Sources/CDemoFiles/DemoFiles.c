#include "CDemoFiles.h"

// Of C23, and in every clang that comes with Swift 6.2 or later. A build sees when the files change.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char mountains[] = {
#embed "../tui-demo/Data/mountains.csv"
};

static const unsigned char emoji[] = {
#embed "../tui-demo/Data/emoji.txt"
};

DemoFile mountains_csv(void) { return (DemoFile){mountains, sizeof mountains}; }

DemoFile emoji_txt(void) { return (DemoFile){emoji, sizeof emoji}; }

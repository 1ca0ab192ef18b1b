// Debian keeps libpq's header in a folder that no compiler looks into by itself; Homebrew's pkg-config names its own.
#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#include <libpq-fe.h>
#endif

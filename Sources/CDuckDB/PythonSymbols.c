// The module of Python's package `duckdb` exports DuckDB's functions. Loading it binds what it needs of Python, which
// many systems have in Python's program only. A library with these names is written here, and loaded before. Each name
// is the address of the same zeros: nothing of the module is called but DuckDB, which needs nothing of Python.
#include "CDuckDB.h"

#ifndef __linux__
bool python_symbols_load(const char *module) { return false; }
#else
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "CTerminal.h"

enum { BUCKETS = 256, ZEROS = 4096 };

// The beginning of the library. The chain of the hash table follows, then the symbols, their names, and zeros.
struct start {
  ElfW(Ehdr) header;
  ElfW(Phdr) segments[2];
  ElfW(Dyn) dynamic[6];
  uint32_t bucket_count, chain_count, buckets[BUCKETS];
};

static uint32_t hash(const char *name) {
  uint32_t hash = 0;
  for (; *name; name++) {
    hash = (hash << 4) + (unsigned char)*name;
    hash = (hash ^ (hash >> 24 & 0xF0)) & 0x0FFFFFFF;
  }
  return hash;
}

static bool has(size_t size, size_t offset, size_t length) { return offset <= size && length <= size - offset; }

// Writes the library for a module of `size` bytes. False if the module is not understood.
static bool write_library(const char *module, size_t size, int descriptor) {
  const ElfW(Ehdr) *header = (const void *)module;
  if (size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0
      || header->e_ident[EI_CLASS] != (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32)
      || header->e_shentsize != sizeof(ElfW(Shdr))
      || !has(size, header->e_shoff, header->e_shnum * sizeof(ElfW(Shdr))))
    return false;
  const ElfW(Shdr) *sections = (const void *)(module + header->e_shoff), *table = sections;
  const ElfW(Shdr) *end = sections + header->e_shnum;
  while (table < end && table->sh_type != SHT_DYNSYM) table++;
  if (table == end || table->sh_link >= header->e_shnum) return false;
  const ElfW(Shdr) *texts = sections + table->sh_link;
  if (!has(size, table->sh_offset, table->sh_size) || !has(size, texts->sh_offset, texts->sh_size)
      || texts->sh_size == 0 || module[texts->sh_offset + texts->sh_size - 1] != 0)
    return false;
  const ElfW(Sym) *symbols = (const void *)(module + table->sh_offset);
  size_t count = table->sh_size / sizeof *symbols;

  size_t symbols_at = sizeof(struct start) + (count + 2) / 2 * 2 * sizeof(uint32_t);
  size_t names_at = symbols_at + (count + 1) * sizeof *symbols;
  size_t zeros_at = (names_at + texts->sh_size + 15) / 16 * 16, length = zeros_at + ZEROS;
  if (ftruncate(descriptor, (off_t)length) != 0) return false;
  char *library = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (library == MAP_FAILED) return false;
  struct start *start = (void *)library;
  uint32_t *chain = (void *)(library + sizeof *start), used = 1;
  ElfW(Sym) *defined = (void *)(library + symbols_at);
  char *names = library + names_at;
  memcpy(names, module + texts->sh_offset, texts->sh_size);
  for (const ElfW(Sym) *symbol = symbols; symbol < symbols + count; symbol++) {
    if (symbol->st_shndx != SHN_UNDEF || symbol->st_name >= texts->sh_size) continue;
    const char *name = names + symbol->st_name;
    if (strncmp(name, "Py", 2) != 0 && strncmp(name, "_Py", 3) != 0) continue;
    defined[used] = (ElfW(Sym)){.st_name = symbol->st_name, .st_info = STB_GLOBAL << 4 | STT_OBJECT,
      .st_shndx = 1, .st_value = zeros_at, .st_size = ZEROS};
    uint32_t *bucket = &start->buckets[hash(name) % BUCKETS];
    chain[used] = *bucket;
    *bucket = used++;
  }
  start->bucket_count = BUCKETS;
  start->chain_count = used;
  memcpy(start->header.e_ident, header->e_ident, sizeof header->e_ident);
  start->header.e_type = ET_DYN;
  start->header.e_machine = header->e_machine;
  start->header.e_version = EV_CURRENT;
  start->header.e_flags = header->e_flags;
  start->header.e_phoff = offsetof(struct start, segments);
  start->header.e_ehsize = sizeof start->header;
  start->header.e_phentsize = sizeof *start->segments;
  start->header.e_phnum = 2;
  start->segments[0] = (ElfW(Phdr)){.p_type = PT_LOAD, .p_flags = PF_R | PF_W, .p_filesz = length, .p_memsz = length,
    .p_align = 65536};
  size_t dynamic_at = offsetof(struct start, dynamic);
  start->segments[1] = (ElfW(Phdr)){.p_type = PT_DYNAMIC, .p_flags = PF_R | PF_W, .p_offset = dynamic_at,
    .p_vaddr = dynamic_at, .p_filesz = sizeof start->dynamic, .p_memsz = sizeof start->dynamic, .p_align = 8};
  ElfW(Dyn) dynamic[] = {{DT_HASH, {offsetof(struct start, bucket_count)}}, {DT_SYMTAB, {symbols_at}},
    {DT_STRTAB, {names_at}}, {DT_STRSZ, {texts->sh_size}}, {DT_SYMENT, {sizeof *symbols}}, {DT_NULL, {0}}};
  memcpy(start->dynamic, dynamic, sizeof dynamic);
  return munmap(library, length) == 0 && used > 1;
}

bool python_symbols_load(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC), descriptor = terminal_anonymous_file();
  struct stat status;
  bool isLoaded = false;
  if (file >= 0 && descriptor >= 0 && fstat(file, &status) == 0) {
    size_t size = (size_t)status.st_size;
    char *module = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    char name[32];
    snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
    if (module != MAP_FAILED) {
      isLoaded = write_library(module, size, descriptor) && dlopen(name, RTLD_NOW | RTLD_GLOBAL) != NULL;
      munmap(module, size);
    }
  }
  if (file >= 0) close(file);
  if (descriptor >= 0) close(descriptor);
  return isLoaded;
}
#endif

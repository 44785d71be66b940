/* Lets one write to the files of a folder fail, as on a full drive; for LD_PRELOAD.

   Off until fail_write_at is called. The calls of one process are counted, whatever their kind. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static char folder[4096];
static long counted, fails_at, goes_on;

void fail_write_at(const char *under, long number, long for_good) {
    snprintf(folder, sizeof folder, "%s", under);
    counted = 0;
    fails_at = number;
    goes_on = for_good;
}

long writes_counted(void) { return counted; }

static int fails(int descriptor) {
    char link[64], path[4096];
    if (!folder[0]) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    if (strncmp(path, folder, strlen(folder))) return 0;
    counted++;
    if (counted != fails_at && !(goes_on && fails_at && counted > fails_at)) return 0;
    errno = ENOSPC;
    return 1;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define FAILING(type, name, parameters, arguments) \
    type name parameters { return fails(descriptor) ? -1 : NEXT(name) arguments; }

FAILING(ssize_t, write, (int descriptor, const void *data, size_t size), (descriptor, data, size))
FAILING(ssize_t, pwrite, (int descriptor, const void *data, size_t size, off_t at),
        (descriptor, data, size, at))
FAILING(ssize_t, pwrite64, (int descriptor, const void *data, size_t size, off64_t at),
        (descriptor, data, size, at))
FAILING(int, fsync, (int descriptor), (descriptor))
FAILING(int, fdatasync, (int descriptor), (descriptor))
FAILING(int, ftruncate, (int descriptor, off_t size), (descriptor, size))
FAILING(int, ftruncate64, (int descriptor, off64_t size), (descriptor, size))
FAILING(int, fallocate, (int descriptor, int mode, off_t at, off_t size),
        (descriptor, mode, at, size))
FAILING(ssize_t, copy_file_range, (int from, off64_t *from_at, int descriptor, off64_t *at,
        size_t size, unsigned flags), (from, from_at, descriptor, at, size, flags))

#include <sys/sendfile.h>
FAILING(ssize_t, sendfile, (int descriptor, int from, off_t *at, size_t size),
        (descriptor, from, at, size))
FAILING(ssize_t, sendfile64, (int descriptor, int from, off64_t *at, size_t size),
        (descriptor, from, at, size))

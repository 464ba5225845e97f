/* A disk that loses what was not synced, for tests: LD_PRELOAD it into a process.
 *
 * Writes to files in $POWER_DISK are carried out as usual, and also noted in $POWER_DURABLE/NAME.pending. A sync of the
 * file carries the noted writes out on $POWER_DURABLE/NAME, which is what a disk certainly holds, and empties the note.
 * A file that is removed is removed there too: SQLite syncs the folder after it.
 * Each note is a header of three 64-bit numbers (kind: 0 write, 1 truncate; offset or length; bytes) and the bytes.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off64_t);
static int (*real_truncate)(int, off64_t);
static int (*real_unlink)(const char *);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);

static void find_real(void) {
    if (real_fdatasync) return;
    real_write = dlsym(RTLD_NEXT, "write");
    real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
    real_truncate = dlsym(RTLD_NEXT, "ftruncate64");
    real_unlink = dlsym(RTLD_NEXT, "unlink");
    real_fsync = dlsym(RTLD_NEXT, "fsync");
    real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
}

/* Write the path of the durable twin of an open file; return 0 if the file is not on the disk. */
static int twin_of(int fd, char *twin) {
    const char *disk = getenv("POWER_DISK"), *durable = getenv("POWER_DURABLE");
    char link[64], path[PATH_MAX];
    if (!disk || !durable) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    size_t prefix = strlen(disk);
    if (strncmp(path, disk, prefix) || path[prefix] != '/') return 0;
    snprintf(twin, PATH_MAX, "%s/%s", durable, path + prefix + 1);
    return 1;
}

static void note(int fd, int64_t kind, int64_t at, const void *bytes, int64_t count) {
    char twin[PATH_MAX], path[PATH_MAX + 16];
    if (!twin_of(fd, twin)) return;
    snprintf(path, sizeof path, "%s.pending", twin);
    int64_t head[3] = {kind, at, count};
    int notes = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (notes < 0) return;
    real_write(notes, head, sizeof head);
    if (count) real_write(notes, bytes, count);
    close(notes);
}

static void carry_out(int fd) {
    char twin[PATH_MAX], path[PATH_MAX + 16];
    int64_t head[3];
    if (!twin_of(fd, twin)) return;
    snprintf(path, sizeof path, "%s.pending", twin);
    int file = open(twin, O_WRONLY | O_CREAT, 0600), notes = open(path, O_RDONLY);
    while (notes >= 0 && read(notes, head, sizeof head) == sizeof head) {
        if (head[0]) {
            real_truncate(file, head[1]);
            continue;
        }
        char *bytes = malloc(head[2]);
        if (read(notes, bytes, head[2]) == head[2]) real_pwrite(file, bytes, head[2], head[1]);
        free(bytes);
    }
    if (notes >= 0) close(notes);
    if (file >= 0) close(file);
    real_unlink(path);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
    pthread_mutex_lock(&turn);
    find_real();
    ssize_t done = real_pwrite(fd, bytes, count, at);
    if (done > 0) note(fd, 0, at, bytes, done);
    pthread_mutex_unlock(&turn);
    return done;
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) { return pwrite64(fd, bytes, count, at); }

ssize_t write(int fd, const void *bytes, size_t count) {
    pthread_mutex_lock(&turn);
    find_real();
    char twin[PATH_MAX];
    int ours = twin_of(fd, twin);
    off64_t at = ours ? lseek64(fd, 0, SEEK_CUR) : 0;
    ssize_t done = real_write(fd, bytes, count);
    if (ours && done > 0) note(fd, 0, at, bytes, done);
    pthread_mutex_unlock(&turn);
    return done;
}

int ftruncate64(int fd, off64_t length) {
    pthread_mutex_lock(&turn);
    find_real();
    int done = real_truncate(fd, length);
    if (!done) note(fd, 1, length, "", 0);
    pthread_mutex_unlock(&turn);
    return done;
}

int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

int unlink(const char *path) {
    pthread_mutex_lock(&turn);
    find_real();
    const char *disk = getenv("POWER_DISK"), *durable = getenv("POWER_DURABLE");
    int done = real_unlink(path);
    if (!done && disk && durable && !strncmp(path, disk, strlen(disk)) && path[strlen(disk)] == '/') {
        char twin[PATH_MAX + 16];
        snprintf(twin, sizeof twin, "%s/%s", durable, path + strlen(disk) + 1);
        real_unlink(twin);
        strncat(twin, ".pending", sizeof twin - strlen(twin) - 1);
        real_unlink(twin);
    }
    pthread_mutex_unlock(&turn);
    return done;
}

/* A sync is reported only after the durable twin has everything. */
static int synced(int fd, int (**real)(int)) {
    pthread_mutex_lock(&turn);
    find_real();
    int done = (*real)(fd);
    if (!done) carry_out(fd);
    pthread_mutex_unlock(&turn);
    return done;
}

int fsync(int fd) { return synced(fd, &real_fsync); }

int fdatasync(int fd) { return synced(fd, &real_fdatasync); }

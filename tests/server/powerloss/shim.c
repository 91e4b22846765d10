/* Journals what a process does to the files of one folder, in order, so that any power cut can be replayed.

   Preloaded with LD_PRELOAD. POWERLOSS_FOLDER is the folder, POWERLOSS_JOURNAL the file to write. A record is
   op (1 byte), length of path (4), offset (8), length of data (4), path relative to the folder, data:
   C created, W written, T truncated to offset, S synced (path "" is the folder itself), U unlinked, R renamed to data.
   The wal-index (-shm) is left out: it is shared memory that SQLite rebuilds, nothing that must survive. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILES 4096

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* the order in the journal is the order on the disk */
static char *paths[FILES];                               /* by file descriptor; NULL: not ours */
static const char *folder;
static int journal = -1;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void start(void) {
    const char *path = getenv("POWERLOSS_JOURNAL");
    folder = getenv("POWERLOSS_FOLDER");
    if (path && folder) journal = REAL(open)(path, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0600);
}

/* The path within the folder, or NULL if it is of no interest. */
static const char *inside(const char *path) {
    size_t length = folder ? strlen(folder) : 0;
    if (journal < 0 || strncmp(path, folder, length)) return NULL;
    if (path[length] == '/') path++;
    else if (path[length]) return NULL;
    const char *end = strrchr(path, '-');
    return end && !strcmp(end, "-shm") ? NULL : path + length;
}

static const char *of(int file) { return file >= 0 && file < FILES ? paths[file] : NULL; }

static void all(const void *data, size_t length) {
    if (REAL(write)(journal, data, length) != (ssize_t)length) abort();
}

static void note(char op, const char *path, uint64_t offset, const void *data, uint32_t length) {
    uint32_t path_length = strlen(path);
    char head[17];
    head[0] = op;
    memcpy(head + 1, &path_length, 4);
    memcpy(head + 5, &offset, 8);
    memcpy(head + 13, &length, 4);
    all(head, sizeof head);
    all(path, path_length);
    if (length) all(data, length);
}

static int opened(int file, const char *path, int flags, int existed) {
    const char *mine = inside(path);
    if (file < 0 || file >= FILES || !mine) return file;
    free(paths[file]);
    paths[file] = strdup(mine);
    if (!existed) note('C', mine, 0, NULL, 0);
    if (existed && flags & O_TRUNC) note('T', mine, 0, NULL, 0);
    return file;
}

#define OPEN(call, path, flags)                                                                                        \
    va_list more;                                                                                                      \
    va_start(more, flags);                                                                                             \
    mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;                                                          \
    va_end(more);                                                                                                      \
    pthread_mutex_lock(&lock);                                                                                         \
    int existed = !(flags & O_CREAT) || !access(path, F_OK);                                                           \
    int file = call;                                                                                                   \
    opened(file, path, flags, existed);                                                                                \
    pthread_mutex_unlock(&lock);                                                                                       \
    return file

int open(const char *path, int flags, ...) { OPEN(REAL(open)(path, flags, mode), path, flags); }
int open64(const char *path, int flags, ...) { OPEN(REAL(open64)(path, flags, mode), path, flags); }
int openat(int at, const char *path, int flags, ...) { OPEN(REAL(openat)(at, path, flags, mode), path, flags); }
int openat64(int at, const char *path, int flags, ...) { OPEN(REAL(openat64)(at, path, flags, mode), path, flags); }

int close(int file) {
    if (of(file)) {
        pthread_mutex_lock(&lock);
        free(paths[file]);
        paths[file] = NULL;
        pthread_mutex_unlock(&lock);
    }
    return REAL(close)(file);
}

ssize_t write(int file, const void *data, size_t length) {
    if (!of(file)) return REAL(write)(file, data, length);
    pthread_mutex_lock(&lock);
    ssize_t done = REAL(write)(file, data, length);
    if (done > 0) note('W', paths[file], lseek(file, 0, SEEK_CUR) - done, data, done);
    pthread_mutex_unlock(&lock);
    return done;
}

#define PWRITE(name)                                                                                                   \
    ssize_t name(int file, const void *data, size_t length, off_t offset) {                                            \
        if (!of(file)) return REAL(name)(file, data, length, offset);                                                  \
        pthread_mutex_lock(&lock);                                                                                     \
        ssize_t done = REAL(name)(file, data, length, offset);                                                         \
        if (done > 0) note('W', paths[file], offset, data, done);                                                      \
        pthread_mutex_unlock(&lock);                                                                                   \
        return done;                                                                                                   \
    }
PWRITE(pwrite)
PWRITE(pwrite64)

/* Calls that return 0 and are one record: the record is written if they did. */
#define NOTED(call, path, op, offset, data, length)                                                                    \
    pthread_mutex_lock(&lock);                                                                                         \
    int failed = call;                                                                                                 \
    if (!failed && (path)) note(op, path, offset, data, length);                                                       \
    pthread_mutex_unlock(&lock);                                                                                       \
    return failed

int ftruncate(int file, off_t size) { NOTED(REAL(ftruncate)(file, size), of(file), 'T', size, NULL, 0); }
int ftruncate64(int file, off_t size) { NOTED(REAL(ftruncate64)(file, size), of(file), 'T', size, NULL, 0); }
int fsync(int file) { NOTED(REAL(fsync)(file), of(file), 'S', 0, NULL, 0); }
int fdatasync(int file) { NOTED(REAL(fdatasync)(file), of(file), 'S', 0, NULL, 0); }
int unlink(const char *path) { NOTED(REAL(unlink)(path), inside(path), 'U', 0, NULL, 0); }
int rename(const char *from, const char *to) {
    const char *target = inside(to);
    NOTED(REAL(rename)(from, to), target ? inside(from) : NULL, 'R', 0, target, strlen(target));
}

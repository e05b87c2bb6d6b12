/* Measures hyperscan, or vectorscan, as a finder of links. The library finds the beginning of a link, and the callback
 * searches for its end: the first of the ASCII characters that the regular expression in `src/peers.rs` excludes. The
 * script `run` compiles and starts this program. */
#include <hs/hs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROUNDS 7
#define SAMPLE_SECONDS 0.02

static const char *const CORPORA[][2] = {
    {"mail", "mail.txt"},     {"prose", "prose.txt"},       {"links", "links.txt"},
    {"code", "code.txt"},     {"nonascii", "nonascii.txt"}, {"pages", "pages.html"},
    {"readme", "readme.md"},  {"chat", "chat.txt"},
};

/* The characters that end a URI: blanks, line ends, angle brackets and the quotation mark. */
static const unsigned char ENDS[256] = {
    [' '] = 1, ['\t'] = 1, ['\n'] = 1, ['\v'] = 1, ['\f'] = 1, ['\r'] = 1, ['<'] = 1, ['>'] = 1, ['"'] = 1,
};

/* A text, the end of the last match in it, and the number of matches. */
struct search {
    const char *text;
    size_t len;
    size_t end;
    size_t matches;
};

static void fail(const char *what)
{
    fprintf(stderr, "hyperscan: %s\n", what);
    exit(2);
}

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Called after each prefix that is found: searches for the end of the URI, and counts the match. */
static int on_prefix(unsigned id, unsigned long long from, unsigned long long to, unsigned flags, void *context)
{
    struct search *search = context;
    (void)id, (void)from, (void)flags;
    if (to < search->end)
        return 0;
    size_t end = (size_t)to;
    while (end < search->len && !ENDS[(unsigned char)search->text[end]])
        end++;
    search->matches += end > to;
    search->end = end;
    return 0;
}

static size_t scan(const hs_database_t *database, hs_scratch_t *scratch, const char *text, size_t len)
{
    struct search search = {text, len, 0, 0};
    if (hs_scan(database, text, (unsigned)len, 0, scratch, on_prefix, &search) != HS_SUCCESS)
        fail("the search failed");
    return search.matches;
}

/* One pass over a corpus, as a whole or line by line. */
static size_t pass(const hs_database_t *database, hs_scratch_t *scratch, const char *text, size_t len, int by_line)
{
    if (!by_line)
        return scan(database, scratch, text, len);
    size_t matches = 0;
    for (const char *line = text; line < text + len;) {
        const char *newline = memchr(line, '\n', (size_t)(text + len - line));
        const char *end = newline ? newline : text + len;
        if (end > line)
            matches += scan(database, scratch, line, (size_t)(end - line));
        line = end + 1;
    }
    return matches;
}

static char *read_file(const char *folder, const char *name, size_t *len)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END))
        fail(path);
    *len = (size_t)ftell(file);
    rewind(file);
    char *text = malloc(*len + 1);
    if (!text || fread(text, 1, *len, file) != *len)
        fail(path);
    fclose(file);
    return text;
}

int main(int argc, char **argv)
{
    hs_database_t *database;
    hs_compile_error_t *error;
    hs_scratch_t *scratch = NULL;
    if (argc != 2)
        fail("expected one argument: the folder with the texts");
    if (hs_compile("\\b(?:https?|ftp)://", HS_FLAG_CASELESS, HS_MODE_BLOCK, NULL, &database, &error) != HS_SUCCESS)
        fail(error->message);
    if (hs_alloc_scratch(database, &scratch) != HS_SUCCESS)
        fail("no memory");
    for (size_t at = 0; at < sizeof CORPORA / sizeof *CORPORA; at++) {
        const char *corpus = CORPORA[at][0];
        int by_line = !strcmp(corpus, "chat");
        size_t len;
        char *text = read_file(argv[1], CORPORA[at][1], &len);
        printf("{\"name\": \"hyperscan\", \"corpus\": \"%s\", \"matches\": %zu, \"seconds\": [", corpus,
               pass(database, scratch, text, len, by_line));
        for (int round = 0; round < ROUNDS; round++) {
            int passes = 0;
            double start = cpu_seconds(), used;
            do {
                pass(database, scratch, text, len, by_line);
                passes++;
                used = cpu_seconds() - start;
            } while (used < SAMPLE_SECONDS);
            printf("%s%.9f", round ? ", " : "", used / passes);
        }
        printf("]}\n");
        free(text);
    }
    return 0;
}

/* linkwright.h: finds URIs in text, writes links, and looks at single URIs.
 *
 *     lw_finder *finder = lw_finder_new("preset=chat", NULL);
 *     lw_search *search = lw_search_new(finder, NULL);
 *     const lw_match *match;
 *     lw_search_text(search, text, strlen(text), NULL);
 *     while ((match = lw_search_next(search, NULL)))
 *         printf("%zu..%zu %s\n", match->span.start, match->span.end, match->uri);
 *     lw_free(search);
 *     lw_free(finder);
 *
 * Texts. A text is an address and a length. It is expected to be UTF-8; where a function reads other bytes, its
 * description says so. Lengths and offsets count bytes. Functions with 16 in their names read UTF-16 in the byte order
 * of the machine, as in Qt, Java, Cocoa and Windows: there, lengths and offsets count code units, and a lone surrogate
 * is read as U+FFFD. NULL with the length 0 is the empty text. Texts that the library gives out have a NUL behind them.
 * Names, options and answers of callbacks are texts that end in NUL.
 *
 * Objects. lw_finder, lw_search, lw_stream, lw_linker, lw_buffer and lw_grid are handles, never dereference them.
 * lw_free() frees each of them, in any order: what is made from a finder keeps what it needs. A handle that is NULL,
 * was freed, or is of another type is an error (LW_HANDLE), not a crash. Addresses of texts and structs, and matches
 * that are no longer valid, cannot be checked.
 *
 * Threads. Threads may share a finder and a linker, and use any other object one after another. If two use such an
 * object at the same time, or a callback uses the object that calls it, one gets the error LW_BUSY and nothing happens.
 *
 * Errors. Functions that return int return an lw_status, LW_OK on success. The parameter `error` may be NULL. Otherwise
 * error->status is set by every call, and the other members by a call that fails. Nothing throws, and no function
 * prints, except that a defect of the library (LW_INTERNAL) is described on standard error. If memory runs out, the
 * process aborts. A callback must not throw and must not leave with longjmp().
 *
 * Versions. Functions and numbers stay until lw_abi() and the name of the shared library change. Enums and the structs
 * lw_match, lw_link and lw_answer, which only the library makes, may grow at the end: have a default branch.
 */
#ifndef LINKWRIGHT_H
#define LINKWRIGHT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- The library ------------------------------------------------------------------------------------------------ */

#define LW_ABI 1

/* The LW_ABI of the library that was loaded. Any thread. */
uint32_t lw_abi(void);

/* The version of the library, such as "0.1.0". It stays valid. Any thread. */
const char *lw_version(void);

typedef enum lw_status {
    LW_OK = 0,
    LW_HANDLE = 1,   /* a handle is NULL, was freed, or is of another type */
    LW_BUSY = 2,     /* the object is in use by another thread, or by the call that called this callback */
    LW_ARGUMENT = 3, /* an address, a length or a number that cannot be right */
    LW_UTF8 = 4,     /* a text that must be UTF-8 is not: error->at is the first wrong byte */
    LW_OPTION = 5,   /* a wrong option: error->option is its name, error->at its place if options are lines */
    LW_URI = 6,      /* not a URI: error->at is the first byte that the grammar does not allow */
    LW_STOPPED = 7,  /* the callback returned LW_STOP */
    LW_INTERNAL = 8  /* a defect of the library; the objects of the call cannot be used any more */
} lw_status;

/* An error, in memory of the caller: `lw_error error;` needs no initialization and no cleaning up. */
typedef struct lw_error {
    int status;        /* lw_status; after LW_OK, the other members have no meaning */
    size_t at;         /* the place in the text that the error is about, in bytes, or SIZE_MAX */
    char option[64];   /* the name of the option, or "" */
    char message[512]; /* what is wrong, in English and UTF-8; ends in "..." if it was cut */
} lw_error;

typedef struct lw_finder lw_finder;
typedef struct lw_search lw_search;
typedef struct lw_stream lw_stream;
typedef struct lw_linker lw_linker;
typedef struct lw_buffer lw_buffer;
typedef struct lw_grid lw_grid;

/* Frees any object. NULL is no error. Errors: LW_HANDLE if it was freed before, LW_BUSY if it is in use. */
int lw_free(void *object);

/* ---- Finders ---------------------------------------------------------------------------------------------------- */

/* A finder with these options: NULL for the preset "mail"; lines `name=value`, such as "preset=chat\nwww=false"; or an
 * object of JSON, such as {"preset": "chat", "schemes": ["https", "mailto"]}. docs/options.md lists the options. JSON
 * can write each of them; lines cannot write `patterns`.
 * Returns: a finder to be freed with lw_free(), or NULL. Making one takes a few microseconds to milliseconds, so keep
 * it. Any thread. Errors: LW_OPTION, LW_UTF8. */
lw_finder *lw_finder_new(const char *options, lw_error *error);

/* ---- Matches ---------------------------------------------------------------------------------------------------- */

/* The range from `start` up to but not including `end`, in the units of the text that was searched. */
typedef struct lw_span {
    size_t start, end;
} lw_span;

typedef enum lw_kind {
    LW_KIND_URI = 0,    /* with a scheme */
    LW_KIND_WWW = 1,    /* www.example.com */
    LW_KIND_DOMAIN = 2, /* example.com */
    LW_KIND_EMAIL = 3,  /* jane@example.com */
    LW_KIND_IP = 4,     /* 192.0.2.1 */
    LW_KIND_PATTERN = 5 /* a match of the option `patterns` */
} lw_kind;

typedef enum lw_delimiter {
    LW_DELIMITER_NONE = 0,
    LW_DELIMITER_ANGLE = 1,
    LW_DELIMITER_DOUBLE_QUOTE = 2,
    LW_DELIMITER_SINGLE_QUOTE = 3,
    LW_DELIMITER_TYPOGRAPHIC_QUOTE = 4,
    LW_DELIMITER_BACKTICK = 5
} lw_delimiter;

/* A match. The library makes it; it and what it points to are valid until the next call with the same search, or until
 * the callback returns. */
typedef struct lw_match {
    lw_span span;          /* from the first to the last piece */
    const char *uri;       /* the URI: ASCII, and valid by RFC 3986 */
    size_t uri_len;
    const char *text;      /* the text as written, with its pieces joined: UTF-8, also if the input is UTF-16 */
    size_t text_len;
    const lw_span *pieces; /* the parts of a URI that was broken at line ends; one piece if it was not */
    size_t pieces_len;
    uint32_t kind;         /* lw_kind */
    uint32_t delimiter;    /* lw_delimiter: what encloses the match */
    uint32_t confidence;   /* how likely the text is a link at all, in percent */
    const void *inner;     /* for lw_match_flags() */
} lw_match;

/* The flags of a match: `1 << number` for each. They include the hazards of its URI, and are computed in linear time
 * when they are asked for. 0 for NULL. The match must be valid. */
uint64_t lw_match_flags(const lw_match *match);

/* The name of the flag with this number, such as "mixed-script", or NULL if there is none. docs/hazards.md lists the
 * hazards. The name stays valid. Any thread. */
const char *lw_flag_name(uint32_t number);

typedef enum lw_severity {
    LW_SEVERITY_NONE = 0,
    LW_SEVERITY_INFO = 1,
    LW_SEVERITY_WARN = 2,  /* a reader should check the URI */
    LW_SEVERITY_DANGER = 3 /* it may lead to a different place than a reader expects: do not link it */
} lw_severity;

/* The highest lw_severity of the flags. Any thread. */
int lw_flags_severity(uint64_t flags);

/* ---- Searches of a text ----------------------------------------------------------------------------------------- */

/* A search. Make one for each thread, and use it for any number of texts: they then need no allocation.
 * Returns: a search to be freed with lw_free(), or NULL. Errors: LW_HANDLE. */
lw_search *lw_search_new(const lw_finder *finder, lw_error *error);

/* Begins to search a text of `len` bytes, and ends the search before. Bytes that are not UTF-8 end a link.
 * The text is not copied: it must stay as it is until lw_search_next() returned NULL, until the next text, or until the
 * search is freed. Errors: LW_HANDLE, LW_BUSY, LW_ARGUMENT. */
int lw_search_text(lw_search *search, const char *text, size_t len, lw_error *error);

/* The same for a text of `len` UTF-16 code units. The text is copied. Errors: as above. */
int lw_search_text16(lw_search *search, const uint16_t *text, size_t len, lw_error *error);

/* The next match, from left to right, or NULL at the end and after an error. Errors: LW_HANDLE, LW_BUSY. */
const lw_match *lw_search_next(lw_search *search, lw_error *error);

/* Receives a match, which is valid until the function returns. `user` is the argument of the function that calls it, on
 * the thread that called that one. */
typedef void (*lw_on_match)(void *user, const lw_match *match);

/* Calls `on_match` for each match of a text of `len` bytes, from left to right, and ends the search before. This is the
 * fastest way to search a whole text. Bytes that are not UTF-8 end a link. The text is not needed after the call.
 * Errors: LW_HANDLE, LW_BUSY, LW_ARGUMENT. */
int lw_search_each(lw_search *search, const char *text, size_t len, lw_on_match on_match, void *user, lw_error *error);

/* The same for a text of `len` UTF-16 code units. Errors: as above. */
int lw_search_each16(lw_search *search, const uint16_t *text, size_t len, lw_on_match on_match, void *user,
                     lw_error *error);

/* ---- Texts that arrive in chunks -------------------------------------------------------------------------------- */

/* A search of a text that arrives in chunks. It takes at most about 80 KiB (for UTF-16, 120 KiB), whatever arrives.
 * Returns: a stream to be freed with lw_free(), or NULL. Errors: LW_HANDLE. */
lw_stream *lw_stream_new(const lw_finder *finder, lw_error *error);

/* Searches the next `len` bytes, and calls `on_match` for each match that later bytes cannot change. A chunk may end
 * anywhere, also inside a character. Offsets count from the first byte of the text. Bytes that are not UTF-8 end a link.
 * Errors: LW_HANDLE, LW_BUSY, LW_ARGUMENT (also if the text began in UTF-16). */
int lw_stream_push(lw_stream *stream, const char *bytes, size_t len, lw_on_match on_match, void *user, lw_error *error);

/* The same for the next `len` UTF-16 code units of a text in UTF-16. A chunk may end anywhere, also inside a surrogate
 * pair. Offsets count from the first code unit of the text. Errors: as above (LW_ARGUMENT if the text began in UTF-8). */
int lw_stream_push16(lw_stream *stream, const uint16_t *units, size_t len, lw_on_match on_match, void *user,
                     lw_error *error);

/* Ends the text, and calls `on_match` for the remaining matches. A new text can follow, in either encoding.
 * Errors: LW_HANDLE, LW_BUSY, LW_ARGUMENT. */
int lw_stream_finish(lw_stream *stream, lw_on_match on_match, void *user, lw_error *error);

/* Sets *pending to the part at the end of the text so far in which a match may still be found, in bytes or code units;
 * empty if there is none. A window that shows text as it arrives should not format this part yet.
 * Errors: LW_HANDLE, LW_BUSY. */
int lw_stream_pending(lw_stream *stream, lw_span *pending, lw_error *error);

/* ---- Results that are texts ------------------------------------------------------------------------------------- */

/* A buffer for results. Make one for each thread, and use it for any number of results.
 * Returns: a buffer to be freed with lw_free(), or NULL. */
lw_buffer *lw_buffer_new(lw_error *error);

/* The last result, and its length in bytes if `len` is not NULL; empty after an error. It is valid until the buffer
 * gets another result or is freed. NULL after an error. Errors: LW_HANDLE, LW_BUSY. */
const char *lw_buffer_data(lw_buffer *buffer, size_t *len, lw_error *error);

/* ---- Links in text, HTML and Markdown --------------------------------------------------------------------------- */

/* A link that is about to be written. It is valid until the callback returns. */
typedef struct lw_link {
    const char *href;     /* the target */
    size_t href_len;
    const char *label;    /* the text that will be shown */
    size_t label_len;
    uint64_t flags;       /* the hazards of the target, as lw_match_flags() numbers them */
    uint32_t kind;        /* lw_kind */
    uint32_t is_existing; /* 1 if the document already has the link (option `existing`); `kind` then has no meaning */
} lw_link;

typedef struct lw_attribute {
    const char *name, *value; /* `value` may be NULL for an empty one */
} lw_attribute;

/* What the callback wants to change. NULL and 0, as they are set before the call, change nothing. The texts must stay
 * until the callback is called again, or until the function that calls it returns. Everything is escaped. */
typedef struct lw_answer {
    const char *href;               /* a URI or a relative reference; if its scheme is not permitted, no link is written */
    const char *label;              /* plain text */
    const lw_attribute *attributes; /* set on the anchor; in Markdown, only `title` has an effect */
    size_t attributes_len;
} lw_answer;

typedef enum lw_verdict {
    LW_KEEP = 0,   /* write the link, as *answer changes it */
    LW_REMOVE = 1, /* leave the text as it is */
    LW_STOP = 2    /* end the call with LW_STOPPED */
} lw_verdict;

/* Decides about a link: returns an lw_verdict. Called on the thread that called the library. */
typedef int (*lw_decide)(void *user, const lw_link *link, lw_answer *answer);

/* A linker: writes the links that `finder` finds, with these options, in the notation of lw_finder_new(): those of
 * HtmlLinkerBuilder and MarkdownLinkerBuilder in docs/options.md, such as "rel=nofollow\ntarget=_blank". An option is
 * used by each format that has it. By default only schemes that are safe to click become links, links of severity
 * LW_SEVERITY_DANGER stay text, and those of LW_SEVERITY_WARN are marked.
 * Returns: a linker to be freed with lw_free(), or NULL. Threads may share it. Errors: LW_HANDLE, LW_OPTION, LW_UTF8. */
lw_linker *lw_linker_new(const lw_finder *finder, const char *options, lw_error *error);

/* Writes a plain text of `len` bytes as escaped HTML with links to `to`. Bytes that are not UTF-8 become U+FFFD.
 * `decide` may be NULL; `user` is passed on to it. After an error, the result is empty.
 * Errors: LW_HANDLE, LW_BUSY, LW_ARGUMENT; of answers: LW_URI, LW_OPTION (an attribute), LW_UTF8, LW_STOPPED. */
int lw_link_text(const lw_linker *linker, const char *text, size_t len, lw_decide decide, void *user, lw_buffer *to,
                 lw_error *error);

/* Adds links to the text of an HTML document or fragment of `len` bytes. Every other byte stays, whatever the encoding.
 * Errors: as for lw_link_text(). */
int lw_link_html(const lw_linker *linker, const char *html, size_t len, lw_decide decide, void *user, lw_buffer *to,
                 lw_error *error);

/* Adds links to the text of a Markdown document of `len` bytes, which must be UTF-8. Every other byte stays, with a few
 * exceptions that PROMISES.md states. Errors: as for lw_link_text(), and LW_UTF8. */
int lw_link_markdown(const lw_linker *linker, const char *markdown, size_t len, lw_decide decide, void *user,
                     lw_buffer *to, lw_error *error);

/* ---- Terminals -------------------------------------------------------------------------------------------------- */

/* Cells of one row, from the column `start` up to but not including `end`. All are counted from 0. */
typedef struct lw_cells {
    size_t row, start, end;
} lw_cells;

/* The text of a terminal, with the place of each cell. Add the cells of each row from left to right, and end the row;
 * then search lw_grid_text(), and ask lw_grid_cells() for the cells of each piece of a match.
 * Returns: a grid to be freed with lw_free(), or NULL. */
lw_grid *lw_grid_new(lw_error *error);

/* Adds the next cell: its text of `len` bytes (a character with its marks), and its width in columns. Pass " " for a
 * cell that was never written, and an empty text for the cell that stays empty at the right edge because a wide
 * character does not fit. A wide character is one cell of two columns. Errors: LW_HANDLE, LW_BUSY, LW_UTF8. */
int lw_grid_cell(lw_grid *grid, const char *text, size_t len, size_t columns, lw_error *error);

/* Ends the row. `wraps`: its line continues in the next row, because the window was too narrow. Otherwise the line
 * ends, and the blanks at its end are removed. Errors: LW_HANDLE, LW_BUSY. */
int lw_grid_end_row(lw_grid *grid, bool wraps, lw_error *error);

/* The text of the rows, which has NO NUL behind it, and its length in bytes. It is valid until the grid changes.
 * NULL after an error. Errors: LW_HANDLE, LW_BUSY. */
const char *lw_grid_text(lw_grid *grid, size_t *len, lw_error *error);

/* The cells of the bytes from `start` to `end` of the text: at most one item for each row, from top to bottom.
 * Writes the first `room` of them to `out`, and returns how many there are; 0 after an error.
 * Errors: LW_HANDLE, LW_BUSY, LW_ARGUMENT. */
size_t lw_grid_cells(lw_grid *grid, size_t start, size_t end, lw_cells *out, size_t room, lw_error *error);

/* Removes all rows, for the next text. Errors: LW_HANDLE, LW_BUSY. */
int lw_grid_clear(lw_grid *grid, lw_error *error);

/* ---- One URI ---------------------------------------------------------------------------------------------------- */

/* These functions take a URI, an IRI (with characters outside ASCII), or a relative reference, and may be called on any
 * thread. All of them have the errors LW_URI, LW_UTF8 and LW_ARGUMENT. */

/* The components of a URI as offsets in bytes, without the characters that separate them. A component that is missing
 * has SIZE_MAX as start and end, which is not the same as an empty one. */
typedef struct lw_uri {
    lw_span scheme, userinfo, host, port, path, query, fragment;
} lw_uri;

/* Sets *parts, unless it is NULL, to the components. Fails if the text is not valid. */
int lw_uri_parse(const char *text, size_t len, lw_uri *parts, lw_error *error);

/* Writes the normal form to `to`. `rung` is a step of the ladder of RFC 3986, section 6.2, which includes those before:
 * "string", "iri", "case", "percent", "path", "scheme"; NULL means "scheme". Errors: also LW_HANDLE, LW_BUSY. */
int lw_uri_normalize(const char *text, size_t len, const char *rung, lw_buffer *to, lw_error *error);

/* Writes the URI to `to` with as few escapes as possible: a text for people, which the preset "uts58" finds whole
 * between two blanks, and which means the same (UTS #58, minimal escaping). The result may have letters of any script.
 * `medial`: more of the same token follows the text, so punctuation at its end is not escaped.
 * Errors: also LW_HANDLE, LW_BUSY, and LW_URI for a reference without a scheme. */
int lw_uri_minimally_escaped(const char *text, size_t len, bool medial, lw_buffer *to, lw_error *error);

/* Sets *is_equal to whether the normal forms on this rung are equal. URIs that differ may still identify the same. */
int lw_uri_equal(const char *a, size_t a_len, const char *b, size_t b_len, const char *rung, bool *is_equal,
                 lw_error *error);

/* Writes the URI to `to` that the reference `text` identifies in a document at `base` (RFC 3986, section 5).
 * Errors: also LW_HANDLE, LW_BUSY. error->at may be a place in either text. */
int lw_uri_resolve(const char *base, size_t base_len, const char *text, size_t len, lw_buffer *to, lw_error *error);

/* A property of a URI that deceives readers or programs; docs/hazards.md lists them. */
typedef struct lw_hazard {
    const char *code;    /* its name, which stays valid */
    const char *message; /* a sentence about it, which stays valid */
    int severity;        /* lw_severity */
    lw_span span;        /* its place in the URI, in bytes */
} lw_hazard;

/* Writes the first `room` hazards to `out`, and returns how many there are; 0 after an error. */
size_t lw_uri_hazards(const char *text, size_t len, lw_hazard *out, size_t room, lw_error *error);

#ifdef __cplusplus
}
#endif
#endif

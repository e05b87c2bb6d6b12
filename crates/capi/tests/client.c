/* Tests of every function from C, and of what a caller can do wrong. */
#include <linkwright.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failed;
#define CHECK(condition)                                                                    \
    do {                                                                                    \
        if (!(condition)) {                                                                 \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                 \
            failed = 1;                                                                     \
        }                                                                                   \
    } while (0)
#define IS(text, expected) CHECK(is((text), (expected)))

static bool is(const char *text, const char *expected) {
    return text && strcmp(text, expected) == 0;
}

static lw_error error;

/* The URIs of the matches, with blanks between them. */
static const char *found(lw_search *search) {
    static char all[1024];
    const lw_match *match;
    all[0] = 0;
    while ((match = lw_search_next(search, &error))) {
        CHECK(strlen(match->uri) == match->uri_len && strlen(match->text) == match->text_len);
        if (all[0])
            strcat(all, " ");
        strcat(all, match->uri);
    }
    CHECK(error.status == LW_OK);
    return all;
}

static void searches(lw_finder *finder) {
    lw_search *search = lw_search_new(finder, &error);
    CHECK(search && error.status == LW_OK);
    /* In memory of its own size, so that a tool sees a read behind it. */
    const char literal[] = "\xc3\x9c <http://www.example.net/talks/\n  2026/a.pdf>, jane@b.example";
    size_t len = sizeof literal - 1;
    char *text = malloc(len);
    memcpy(text, literal, len);
    CHECK(lw_search_text(search, text, len, &error) == LW_OK);
    const lw_match *match = lw_search_next(search, &error);
    CHECK(match && match->span.start == 4 && match->span.end == 46 && match->pieces_len == 2);
    IS(match->uri, "http://www.example.net/talks/2026/a.pdf");
    IS(match->text, "http://www.example.net/talks/2026/a.pdf");
    CHECK(match->pieces[0].start == 4 && match->pieces[0].end == 33 && match->pieces[1].start == 36);
    CHECK(match->kind == LW_KIND_URI && match->delimiter == LW_DELIMITER_ANGLE && match->confidence == 100);
    CHECK(lw_match_flags(match) & 1);
    IS(lw_flag_name(0), "joined");
    IS(found(search), "mailto:jane@b.example");
    free(text); /* The search has ended, so the text is not needed. */
    CHECK(!lw_search_next(search, &error) && error.status == LW_OK);

    /* The same in UTF-16, where the first letter is one unit. The lone surrogate is one unit, too. */
    uint16_t units[128];
    size_t count = 0;
    units[count++] = 0xDC;
    for (const char *c = literal + 2; *c; c++)
        units[count++] = (uint16_t)(unsigned char)*c;
    size_t thumb = count;
    units[count++] = ' ';
    units[count++] = 0xD83D; /* a thumb */
    units[count++] = 0xDC4D;
    units[count++] = 0xD800; /* a lone surrogate */
    units[count++] = ' ';
    for (const char *c = "http://c.example"; *c; c++)
        units[count++] = (uint16_t)*c;
    CHECK(lw_search_text16(search, units, count, &error) == LW_OK);
    match = lw_search_next(search, &error);
    CHECK(match && match->span.start == 3 && match->span.end == 45 && match->pieces[1].start == 35);
    match = lw_search_next(search, &error);
    CHECK(match && match->span.end == thumb);
    match = lw_search_next(search, &error);
    CHECK(match && match->span.start == count - 16 && match->span.end == count);
    CHECK(!lw_search_next(search, &error));

    /* Bytes that are not UTF-8, and texts that are empty. */
    CHECK(lw_search_text(search, "http://a.example/\xff z", 20, &error) == LW_OK);
    IS(found(search), "http://a.example/");
    CHECK(lw_search_text(search, NULL, 0, &error) == LW_OK && !lw_search_next(search, &error));
    CHECK(lw_search_text16(search, NULL, 0, &error) == LW_OK && !lw_search_next(search, &error));
    CHECK(lw_search_text(search, NULL, 1, &error) == LW_ARGUMENT);
    CHECK(lw_search_text(search, "x", SIZE_MAX, &error) == LW_ARGUMENT);
    CHECK(lw_search_text16(search, (const uint16_t *)(const void *)((const char *)units + 1), 1, &error) == LW_ARGUMENT);
    CHECK(!lw_match_flags(NULL));

    CHECK(lw_free(search) == LW_OK);
    CHECK(lw_search_text(search, "x", 1, &error) == LW_HANDLE);
    IS(error.message, "lw_search: was freed");
    CHECK(!lw_search_next(search, &error) && error.status == LW_HANDLE);
    CHECK(lw_free(search) == LW_HANDLE && lw_free(NULL) == LW_OK);
    CHECK(lw_search_text((lw_search *)finder, "x", 1, &error) == LW_HANDLE);
    CHECK(lw_search_text((lw_search *)(uintptr_t)0x12345678, "x", 1, NULL) == LW_HANDLE);
    CHECK(!lw_search_new(NULL, &error) && error.status == LW_HANDLE);
    IS(error.message, "lw_finder: NULL");
}

static void options(void) {
    lw_finder *finder = lw_finder_new("preset = chat\nwww=false\n\n", &error);
    CHECK(finder);
    lw_search *search = lw_search_new(finder, NULL);
    lw_search_text(search, "www.a.example b.com", 19, NULL);
    IS(found(search), "http://b.com");
    lw_free(search);
    lw_free(finder);

    finder = lw_finder_new("{\"schemes\": [\"ftp\"], \"preset\": \"rfc\"}", &error);
    search = lw_search_new(finder, NULL);
    lw_free(finder); /* The search keeps what it needs. */
    lw_search_text(search, "http://a.example ftp://b.example", 32, NULL);
    IS(found(search), "ftp://b.example");
    lw_free(search);

    CHECK(!lw_finder_new("www=true\n ww=false", &error) && error.status == LW_OPTION && error.at == 9);
    IS(error.option, "ww");
    CHECK(!lw_finder_new("{\"ww\": false}", &error) && error.status == LW_OPTION && error.at == SIZE_MAX);
    IS(error.option, "ww");
    CHECK(!lw_finder_new("{\"www\" false}", &error) && error.status == LW_OPTION && error.at == 7);
    CHECK(!lw_finder_new("preset=no", &error) && error.status == LW_OPTION);
    IS(error.option, "preset");
    CHECK(!lw_finder_new("www", &error) && error.status == LW_OPTION && error.at == 0);
    CHECK(!lw_finder_new("www=\xff", &error) && error.status == LW_UTF8 && error.at == 4);
    CHECK(!lw_finder_new("www=2", NULL));
}

/* Options that are wrong: the status, the name of the option, and the place, of which JSON tells only that of syntax. */
static void wrong_options(lw_finder *finder) {
    static const struct {
        const char *options, *name;
        size_t at;
    } wrong[] = {
        {"www=2", "www", 0},
        {"www=", "www", 0},
        {"\n\n =true", "", 2},
        {"www=true\nmax_len=-1", "max_len", 9},
        {"{\"www\": 2}", "www", SIZE_MAX},
        {"{\"schemes\": [1]}", "schemes", SIZE_MAX},
        {"{\"preset\": 3}", "preset", SIZE_MAX},
        {"{\"www\": true,}", "", 13},
        {"{", "", 1},
        {"[1]", "", 0},
    };
    for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++) {
        lw_error of_linker;
        CHECK(!lw_finder_new(wrong[n].options, &error) && error.status == LW_OPTION);
        if (strcmp(error.option, wrong[n].name) || error.at != wrong[n].at || !error.message[0]) {
            fprintf(stderr, "%s: %s at %zu: %s\n", wrong[n].options, error.option, error.at, error.message);
            failed = 1;
        }
        CHECK(!lw_linker_new(finder, wrong[n].options, &of_linker) && of_linker.status == LW_OPTION);
    }
}

/* A call that must fail with this status. */
#define FAILS(wanted, call)              \
    do {                                 \
        error.status = LW_OK;            \
        (void)(call);                    \
        CHECK(error.status == (wanted)); \
    } while (0)

enum { FINDER, SEARCH, STREAM, LINKER, BUFFER, GRID, KINDS };

static void make(lw_finder *finder, void *objects[KINDS]) {
    objects[FINDER] = lw_finder_new(NULL, NULL);
    objects[SEARCH] = lw_search_new(finder, NULL);
    objects[STREAM] = lw_stream_new(finder, NULL);
    objects[LINKER] = lw_linker_new(finder, NULL, NULL);
    objects[BUFFER] = lw_buffer_new(NULL);
    objects[GRID] = lw_grid_new(NULL);
}

static void ignore(void *user, const lw_match *match) {
    (void)user, (void)match;
}

/* Every function that takes a handle of this kind, with one that is wrong. */
static void refuse(int kind, void *wrong, void *live[KINDS]) {
    size_t len = 1;
    lw_span span;
    lw_cells cells;
    switch (kind) {
    case FINDER:
        FAILS(LW_HANDLE, lw_search_new(wrong, &error));
        FAILS(LW_HANDLE, lw_stream_new(wrong, &error));
        FAILS(LW_HANDLE, lw_linker_new(wrong, NULL, &error));
        break;
    case SEARCH:
        FAILS(LW_HANDLE, lw_search_text(wrong, "x", 1, &error));
        FAILS(LW_HANDLE, lw_search_text16(wrong, NULL, 0, &error));
        FAILS(LW_HANDLE, lw_search_next(wrong, &error));
        FAILS(LW_HANDLE, lw_search_each(wrong, "x", 1, ignore, NULL, &error));
        FAILS(LW_HANDLE, lw_search_each16(wrong, NULL, 0, ignore, NULL, &error));
        break;
    case STREAM:
        FAILS(LW_HANDLE, lw_stream_push(wrong, "x", 1, ignore, NULL, &error));
        FAILS(LW_HANDLE, lw_stream_push16(wrong, NULL, 0, ignore, NULL, &error));
        FAILS(LW_HANDLE, lw_stream_finish(wrong, ignore, NULL, &error));
        FAILS(LW_HANDLE, lw_stream_pending(wrong, &span, &error));
        break;
    case LINKER:
        FAILS(LW_HANDLE, lw_link_text(wrong, "x", 1, NULL, NULL, live[BUFFER], &error));
        FAILS(LW_HANDLE, lw_link_html(wrong, "x", 1, NULL, NULL, live[BUFFER], &error));
        FAILS(LW_HANDLE, lw_link_markdown(wrong, "x", 1, NULL, NULL, live[BUFFER], &error));
        break;
    case BUFFER:
        FAILS(LW_HANDLE, lw_buffer_data(wrong, &len, &error));
        FAILS(LW_HANDLE, lw_link_text(live[LINKER], "x", 1, NULL, NULL, wrong, &error));
        FAILS(LW_HANDLE, lw_link_html(live[LINKER], "x", 1, NULL, NULL, wrong, &error));
        FAILS(LW_HANDLE, lw_link_markdown(live[LINKER], "x", 1, NULL, NULL, wrong, &error));
        FAILS(LW_HANDLE, lw_uri_normalize("a:b", 3, NULL, wrong, &error));
        FAILS(LW_HANDLE, lw_uri_minimally_escaped("a:b", 3, false, wrong, &error));
        FAILS(LW_HANDLE, lw_uri_resolve("a:b", 3, "c", 1, wrong, &error));
        break;
    default:
        FAILS(LW_HANDLE, lw_grid_cell(wrong, "x", 1, 1, &error));
        FAILS(LW_HANDLE, lw_grid_end_row(wrong, true, &error));
        FAILS(LW_HANDLE, lw_grid_text(wrong, &len, &error));
        FAILS(LW_HANDLE, lw_grid_cells(wrong, 0, 1, &cells, 1, &error));
        FAILS(LW_HANDLE, lw_grid_clear(wrong, &error));
    }
    CHECK(lw_free(wrong) == (wrong ? LW_HANDLE : LW_OK));
}

static void wrong_handles(lw_finder *finder) {
    void *live[KINDS], *freed[KINDS];
    char text[] = "x";
    make(finder, freed);
    for (int kind = 0; kind < KINDS; kind++)
        CHECK(lw_free(freed[kind]) == LW_OK);
    make(finder, live); /* In the memory of those that were freed. */
    for (int kind = 0; kind < KINDS; kind++) {
        refuse(kind, NULL, live);
        refuse(kind, freed[kind], live);
        refuse(kind, text, live);
        for (int other = 0; other < KINDS; other++)
            if (other != kind) {
                refuse(kind, freed[other], live);
            }
    }
    for (int kind = 0; kind < KINDS; kind++)
        CHECK(lw_free(live[kind]) == LW_OK);
}

/* Every function that takes a text, with NULL and a length, and with bytes that are not UTF-8. After an error, a buffer
 * has not the result before. */
static void wrong_texts(lw_finder *finder) {
    void *live[KINDS];
    make(finder, live);
    lw_buffer *to = live[BUFFER];
    lw_hazard hazard;
    bool equal;
    FAILS(LW_ARGUMENT, lw_search_text(live[SEARCH], NULL, 1, &error));
    FAILS(LW_ARGUMENT, lw_search_text16(live[SEARCH], NULL, 1, &error));
    FAILS(LW_ARGUMENT, lw_stream_push(live[STREAM], NULL, 1, ignore, NULL, &error));
    FAILS(LW_ARGUMENT, lw_stream_finish(live[STREAM], NULL, NULL, &error));
    FAILS(LW_ARGUMENT, lw_grid_cell(live[GRID], NULL, 1, 1, &error));
    for (int n = 0; n < 2; n++) {
        const char *wrong = n ? "a\xff" : NULL;
        size_t len = n ? 2 : 1;
        int status = n ? LW_UTF8 : LW_ARGUMENT;
        FAILS(n ? LW_OK : LW_ARGUMENT, lw_link_text(live[LINKER], wrong, len, NULL, NULL, to, &error));
        FAILS(n ? LW_OK : LW_ARGUMENT, lw_link_html(live[LINKER], wrong, len, NULL, NULL, to, &error));
        FAILS(status, lw_link_markdown(live[LINKER], wrong, len, NULL, NULL, to, &error));
        IS(lw_buffer_data(to, NULL, NULL), "");
        FAILS(status, lw_uri_parse(wrong, len, NULL, &error));
        FAILS(status, lw_uri_equal(wrong, len, "x", 1, NULL, &equal, &error));
        FAILS(status, lw_uri_equal("x", 1, wrong, len, NULL, &equal, &error));
        FAILS(status, lw_uri_hazards(wrong, len, &hazard, 1, &error));
        CHECK(lw_uri_normalize("a:b", 3, NULL, to, NULL) == LW_OK && lw_buffer_data(to, NULL, NULL)[0]);
        FAILS(status, lw_uri_normalize(wrong, len, NULL, to, &error));
        IS(lw_buffer_data(to, NULL, NULL), "");
        FAILS(status, lw_uri_minimally_escaped(wrong, len, false, to, &error));
        FAILS(status, lw_uri_resolve(wrong, len, "x", 1, to, &error));
        FAILS(status, lw_uri_resolve("a:b", 3, wrong, len, to, &error));
    }
    FAILS(LW_UTF8, lw_uri_normalize("x", 1, "\xff", to, &error));
    FAILS(LW_ARGUMENT, lw_uri_hazards("http://0x7f.1/", 14, NULL, 1, &error));
    CHECK(lw_uri_parse(NULL, 0, NULL, &error) == LW_OK);
    /* A bad text for a linker that is wrong as well, and a result that was there before. */
    CHECK(lw_link_text(live[LINKER], "x", 1, NULL, NULL, to, NULL) == LW_OK);
    CHECK(lw_link_text(NULL, "x", 1, NULL, NULL, to, NULL) == LW_HANDLE);
    IS(lw_buffer_data(to, NULL, NULL), "");
    for (int kind = 0; kind < KINDS; kind++)
        CHECK(lw_free(live[kind]) == LW_OK);
}

/* Answers of callbacks that are wrong. */
static int answer_wrong(void *user, const lw_link *link, lw_answer *answer) {
    static const lw_attribute attributes[] = {{NULL, "x"}, {"on click", "x"}, {"title", "\xff"}};
    int wrong = *(int *)user;
    (void)link;
    if (wrong == 3)
        answer->attributes_len = 1;
    else if (wrong == 4)
        answer->label = "\xff";
    else if (wrong == 5)
        answer->href = "javascript:alert(1)";
    else {
        answer->attributes = &attributes[wrong];
        answer->attributes_len = 1;
    }
    return LW_KEEP;
}

static void wrong_answers(lw_finder *finder) {
    static const int wanted[] = {LW_ARGUMENT, LW_OPTION, LW_UTF8, LW_ARGUMENT, LW_UTF8, LW_OK};
    lw_linker *linker = lw_linker_new(finder, NULL, NULL);
    lw_buffer *to = lw_buffer_new(NULL);
    for (int wrong = 0; wrong < 6; wrong++) {
        CHECK(lw_link_text(linker, "http://a.example", 16, answer_wrong, &wrong, to, &error) == wanted[wrong]);
        /* After an error the result is empty, and a link that runs code is not written. */
        IS(lw_buffer_data(to, NULL, NULL), wrong == 5 ? "http://a.example" : "");
    }
    lw_free(linker);
    lw_free(to);
}

struct seen {
    lw_stream *stream;
    int count;
    size_t end;
};

static void see(void *user, const lw_match *match) {
    struct seen *seen = user;
    seen->count++;
    seen->end = match->span.end;
    /* A stream cannot be used inside itself. */
    CHECK(lw_stream_push(seen->stream, "x", 1, see, user, NULL) == LW_BUSY);
    CHECK(lw_free(seen->stream) == LW_BUSY);
}

static void streams(lw_finder *finder) {
    const char text[] = "see http://a.example/ and http://b.example/";
    struct seen seen = {lw_stream_new(finder, &error), 0, 0};
    lw_span pending;
    for (size_t at = 0; at < sizeof text - 1; at++)
        CHECK(lw_stream_push(seen.stream, text + at, 1, see, &seen, &error) == LW_OK);
    CHECK(seen.count == 1 && seen.end == 21);
    CHECK(lw_stream_pending(seen.stream, &pending, &error) == LW_OK && pending.start <= 26 && pending.end == 43);
    CHECK(lw_stream_finish(seen.stream, see, &seen, &error) == LW_OK && seen.count == 2 && seen.end == 43);
    CHECK(lw_stream_push(seen.stream, "x", 1, NULL, NULL, &error) == LW_ARGUMENT);
    CHECK(lw_free(seen.stream) == LW_OK);
}

/* Adds the place, the URI and the text of each match to a text. */
static void list(void *user, const lw_match *match) {
    char *all = user;
    CHECK(strlen(match->uri) == match->uri_len && strlen(match->text) == match->text_len);
    sprintf(all + strlen(all), "%zu-%zu %s %s\n", match->span.start, match->span.end, match->uri, match->text);
}

static void callbacks(lw_finder *finder) {
    const char text[] = "\xc3\x9c http://a.example/ and www.b.example";
    uint16_t units[64];
    size_t count = 0;
    units[count++] = 0xD83D; /* a thumb, whose halves arrive in different chunks */
    units[count++] = 0xDC4D;
    for (const char *c = text + 2; *c; c++)
        units[count++] = (uint16_t)(unsigned char)*c;
    units[count++] = 0xD83D; /* a lone surrogate */
    const char *wide = "3-20 http://a.example/ http://a.example/\n25-38 http://www.b.example www.b.example\n";
    char all[256] = "";
    lw_search *search = lw_search_new(finder, &error);
    CHECK(lw_search_each(search, text, sizeof text - 1, list, all, &error) == LW_OK);
    IS(all, wide);
    all[0] = 0;
    CHECK(lw_search_each16(search, units, count, list, all, &error) == LW_OK);
    IS(all, wide);
    CHECK(lw_search_each(search, NULL, 0, list, all, &error) == LW_OK && strlen(all) == strlen(wide));
    CHECK(lw_search_each(search, NULL, 1, list, all, &error) == LW_ARGUMENT);
    CHECK(lw_search_each(search, text, 1, NULL, all, &error) == LW_ARGUMENT);
    CHECK(lw_search_each16(search, units, 1, NULL, all, &error) == LW_ARGUMENT);
    CHECK(lw_search_each16(search, NULL, 1, list, all, &error) == LW_ARGUMENT);
    all[0] = 0;
    CHECK(lw_search_each(search, "http://a.example/\xc3\xa9", 19, list, all, &error) == LW_OK);
    IS(all, "0-19 http://a.example/%C3%A9 http://a.example/\xc3\xa9\n");
    /* It ends the search before. */
    CHECK(lw_search_text(search, text, sizeof text - 1, &error) == LW_OK && lw_search_next(search, &error));
    CHECK(lw_search_each(search, NULL, 0, list, all, &error) == LW_OK && !lw_search_next(search, &error));
    CHECK(lw_free(search) == LW_OK && lw_search_each(search, text, 1, list, all, &error) == LW_HANDLE);

    lw_stream *stream = lw_stream_new(finder, &error);
    lw_span pending;
    all[0] = 0;
    for (size_t at = 0; at < count; at++)
        CHECK(lw_stream_push16(stream, units + at, 1, list, all, &error) == LW_OK);
    CHECK(strncmp(all, wide, 41) == 0 && strlen(all) == 41);
    CHECK(lw_stream_pending(stream, &pending, &error) == LW_OK && pending.start == 25 && pending.end == count);
    CHECK(lw_stream_push(stream, text, 1, list, all, &error) == LW_ARGUMENT);
    CHECK(lw_stream_push16(stream, NULL, 1, list, all, &error) == LW_ARGUMENT);
    CHECK(lw_stream_finish(stream, list, all, &error) == LW_OK);
    IS(all, wide);
    all[0] = 0;
    CHECK(lw_stream_push(stream, text, sizeof text - 1, list, all, &error) == LW_OK);
    CHECK(lw_stream_push16(stream, units, 1, list, all, &error) == LW_ARGUMENT);
    CHECK(lw_stream_finish(stream, list, all, &error) == LW_OK);
    IS(all, wide);
    CHECK(lw_free(stream) == LW_OK && lw_stream_push16(stream, units, 1, list, all, &error) == LW_HANDLE);
}

static int decide(void *user, const lw_link *link, lw_answer *answer) {
    static const lw_attribute attribute = {"title", "a & b"};
    CHECK(strlen(link->href) == link->href_len && strlen(link->label) == link->label_len);
    if (strstr(link->href, "remove"))
        return LW_REMOVE;
    if (strstr(link->href, "stop"))
        return LW_STOP;
    if (strstr(link->href, "strange"))
        return 99;
    answer->href = user;
    answer->label = "here <";
    answer->attributes = &attribute;
    answer->attributes_len = 1;
    return LW_KEEP;
}

static void linkers(lw_finder *finder) {
    lw_linker *linker = lw_linker_new(finder, "rel=nofollow", &error);
    lw_buffer *to = lw_buffer_new(&error);
    size_t len;
    CHECK(linker && to);
    IS(lw_buffer_data(to, &len, &error), "");
    CHECK(lw_link_text(linker, "<http://a.example", 17, NULL, NULL, to, &error) == LW_OK);
    const char *linked = "&lt;<a href=\"http://a.example\" rel=\"nofollow\">http://a.example</a>";
    IS(lw_buffer_data(to, &len, &error), linked);
    CHECK(len == strlen(linked));
    CHECK(lw_link_text(linker, "\xff", 1, NULL, NULL, to, &error) == LW_OK);
    IS(lw_buffer_data(to, NULL, NULL), "\xef\xbf\xbd");
    CHECK(lw_link_html(linker, "<b>http://a.example \xff</b>", 25, NULL, NULL, to, &error) == LW_OK);
    IS(lw_buffer_data(to, NULL, NULL),
       "<b><a href=\"http://a.example\" rel=\"nofollow\">http://a.example</a> \xff</b>");
    CHECK(lw_link_markdown(linker, "*www.a.example*", 15, NULL, NULL, to, &error) == LW_OK);
    CHECK(strstr(lw_buffer_data(to, NULL, NULL), "a.example"));
    CHECK(lw_link_markdown(linker, "a\xff", 2, NULL, NULL, to, &error) == LW_UTF8 && error.at == 1);

    char target[] = "/out?x&y";
    CHECK(lw_link_text(linker, "http://a.example", 16, decide, target, to, &error) == LW_OK);
    IS(lw_buffer_data(to, &len, &error),
       "<a href=\"/out?x&amp;y\" rel=\"nofollow\" title=\"a &amp; b\">here &lt;</a>");
    CHECK(lw_link_html(linker, "http://remove.example", 21, decide, NULL, to, &error) == LW_OK);
    IS(lw_buffer_data(to, &len, &error), "http://remove.example");
    CHECK(lw_link_markdown(linker, "http://stop.example", 19, decide, NULL, to, &error) == LW_STOPPED);
    IS(lw_buffer_data(to, &len, &error), "");
    CHECK(lw_link_text(linker, "http://strange.example", 22, decide, NULL, to, &error) == LW_ARGUMENT);
    char wrong[] = "http://[";
    CHECK(lw_link_text(linker, "http://a.example", 16, decide, wrong, to, &error) == LW_URI);
    CHECK(lw_link_text(linker, "x", 1, NULL, NULL, NULL, &error) == LW_HANDLE);
    CHECK(lw_link_text(linker, "x", 1, NULL, NULL, (lw_buffer *)linker, &error) == LW_HANDLE);
    CHECK(!lw_linker_new(finder, "rol=x", &error) && error.status == LW_OPTION);
    lw_linker *other = lw_linker_new(finder, "{\"attributes\": {\"title\": \"x\"}, \"style\": \"inline\"}", &error);
    CHECK(other);
    CHECK(lw_free(other) == LW_OK && lw_free(linker) == LW_OK && lw_free(to) == LW_OK);
}

static void grids(lw_finder *finder) {
    const char *rows[] = {"see http", "://a.exa", "mple/ ok"};
    lw_grid *grid = lw_grid_new(&error);
    for (size_t row = 0; row < 3; row++) {
        for (const char *cell = rows[row]; *cell; cell++)
            CHECK(lw_grid_cell(grid, cell, 1, 1, &error) == LW_OK);
        CHECK(lw_grid_end_row(grid, row < 2, &error) == LW_OK);
    }
    CHECK(lw_grid_cell(grid, "\xff", 1, 1, &error) == LW_UTF8);
    size_t len;
    const char *text = lw_grid_text(grid, &len, &error);
    CHECK(len == 25 && memcmp(text, "see http://a.example/ ok\n", 25) == 0);
    lw_search *search = lw_search_new(finder, NULL);
    lw_search_text(search, text, len, NULL);
    const lw_match *match = lw_search_next(search, NULL);
    lw_cells cells[4];
    CHECK(match && lw_grid_cells(grid, match->pieces[0].start, match->pieces[0].end, cells, 4, &error) == 3);
    CHECK(cells[0].row == 0 && cells[0].start == 4 && cells[0].end == 8 && cells[2].end == 5);
    CHECK(lw_grid_cells(grid, 0, 99, cells, 1, &error) == 3);
    CHECK(lw_grid_cells(grid, 0, 99, NULL, 0, &error) == 3);
    CHECK(lw_grid_cells(grid, 0, 99, NULL, 1, &error) == 0 && error.status == LW_ARGUMENT);
    lw_free(search);
    CHECK(lw_grid_clear(grid, &error) == LW_OK && lw_grid_text(grid, &len, NULL) && len == 0);
    CHECK(lw_free(grid) == LW_OK && !lw_grid_text(grid, &len, &error) && error.status == LW_HANDLE);
}

static void uris(void) {
    const char text[] = "http://u@Example.com:80/a/../b?q";
    size_t len = sizeof text - 1;
    lw_uri parts;
    CHECK(lw_uri_parse(text, len, &parts, &error) == LW_OK);
    CHECK(parts.scheme.end == 4 && parts.host.start == 9 && parts.host.end == 20 && parts.port.start == 21);
    CHECK(parts.path.start == 23 && parts.query.end == len && parts.fragment.start == SIZE_MAX);
    CHECK(lw_uri_parse("http://a b", 10, NULL, &error) == LW_URI && error.at == 8);
    lw_buffer *to = lw_buffer_new(NULL);
    CHECK(lw_uri_normalize(text, len, NULL, to, &error) == LW_OK);
    IS(lw_buffer_data(to, NULL, NULL), "http://u@example.com/b?q");
    CHECK(lw_uri_normalize(text, len, "case", to, &error) == LW_OK);
    IS(lw_buffer_data(to, NULL, NULL), "http://u@example.com:80/a/../b?q");
    CHECK(lw_uri_normalize(text, len, "cose", to, &error) == LW_ARGUMENT);
    bool equal = false;
    CHECK(lw_uri_equal("HTTP://a", 8, "http://A/", 9, NULL, &equal, &error) == LW_OK && equal);
    CHECK(lw_uri_equal("HTTP://a", 8, "http://A/", 9, "case", &equal, &error) == LW_OK && !equal);
    CHECK(lw_uri_resolve("http://a/b/c?q", 14, "../d", 4, to, &error) == LW_OK);
    IS(lw_buffer_data(to, NULL, NULL), "http://a/d");
    const char escaped[] = "http://a.example/caf%C3%A9%20(b%29?q=%2E";
    CHECK(lw_uri_minimally_escaped(escaped, sizeof escaped - 1, false, to, &error) == LW_OK);
    IS(lw_buffer_data(to, NULL, NULL), "http://a.example/caf\xc3\xa9%20(b)?q=%2E");
    CHECK(lw_uri_minimally_escaped(escaped, sizeof escaped - 1, true, to, &error) == LW_OK);
    IS(lw_buffer_data(to, NULL, NULL), "http://a.example/caf\xc3\xa9%20(b)?q=.");
    CHECK(lw_uri_minimally_escaped("/b", 2, false, to, &error) == LW_URI);
    IS(lw_buffer_data(to, NULL, NULL), "");
    CHECK(lw_uri_minimally_escaped("a:b", 3, false, NULL, &error) == LW_HANDLE);
    CHECK(lw_uri_resolve("a/b", 3, "../d", 4, to, &error) == LW_URI);
    lw_hazard hazards[4];
    size_t count = lw_uri_hazards("http://0x7f.1/", 14, hazards, 4, &error);
    CHECK(count >= 1 && error.status == LW_OK);
    IS(hazards[0].code, "rare-ip");
    CHECK(hazards[0].span.start == 7 && hazards[0].span.end == 13 && hazards[0].severity >= LW_SEVERITY_WARN);
    CHECK(strlen(hazards[0].message) > 0);
    CHECK(lw_uri_hazards("http://0x7f.1/", 14, NULL, 0, NULL) == count);
    lw_free(to);
}

static void flags(void) {
    uint32_t number = 0;
    for (; lw_flag_name(number); number++)
        CHECK(lw_flags_severity((uint64_t)1 << number) <= LW_SEVERITY_DANGER);
    CHECK(number > 10 && number <= 64);
    CHECK(!lw_flag_name(64) && !lw_flag_name(UINT32_MAX));
    CHECK(lw_flags_severity(0) == LW_SEVERITY_NONE && lw_flags_severity(UINT64_MAX) == LW_SEVERITY_DANGER);
}

int main(void) {
    CHECK(lw_abi() == LW_ABI);
    CHECK(strchr(lw_version(), '.'));
    lw_finder *finder = lw_finder_new(NULL, &error);
    CHECK(finder && error.status == LW_OK);
    searches(finder);
    options();
    wrong_options(finder);
    wrong_handles(finder);
    wrong_texts(finder);
    wrong_answers(finder);
    streams(finder);
    callbacks(finder);
    linkers(finder);
    grids(finder);
    uris();
    flags();
    CHECK(lw_free(finder) == LW_OK && lw_free(finder) == LW_HANDLE);
    return failed;
}

/* Threads share a finder and a linker, and fight for a search: nothing but LW_BUSY may happen. */
#include <linkwright.h>

#include <pthread.h>
#include <string.h>

static lw_finder *finder;
static lw_linker *linker;
static lw_search *contested;

static void *work(void *unused) {
    lw_buffer *to = lw_buffer_new(NULL);
    const char text[] = "see http://a.example/";
    size_t wrong = 0;
    for (int n = 0; n < 300; n++) {
        wrong += lw_link_text(linker, text, sizeof text - 1, NULL, NULL, to, NULL) != LW_OK;
        wrong += !strstr(lw_buffer_data(to, NULL, NULL), "</a>");
        int status = lw_search_text(contested, NULL, 0, NULL);
        wrong += status != LW_OK && status != LW_BUSY;
        lw_search *own = lw_search_new(finder, NULL);
        lw_search_text(own, text, sizeof text - 1, NULL);
        const lw_match *match = lw_search_next(own, NULL);
        wrong += !match || match->span.start != 4;
        wrong += lw_free(own) != LW_OK;
    }
    lw_free(to);
    return wrong ? unused : NULL;
}

int main(void) {
    finder = lw_finder_new("preset=chat", NULL);
    linker = lw_linker_new(finder, NULL, NULL);
    contested = lw_search_new(finder, NULL);
    pthread_t threads[4];
    void *wrong = NULL;
    int failed = 0;
    for (int n = 0; n < 4; n++)
        failed |= pthread_create(&threads[n], NULL, work, &failed);
    for (int n = 0; n < 4; n++) {
        failed |= pthread_join(threads[n], &wrong);
        failed |= wrong != NULL;
    }
    lw_free(contested);
    lw_free(linker);
    lw_free(finder);
    return failed;
}

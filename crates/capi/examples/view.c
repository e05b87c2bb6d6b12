/* A GTK 4 text view in which links can be clicked: view [COMMAND]
 *
 * COMMAND opens a URI; the default is xdg-open. Build with
 *     cc view.c $(pkg-config --cflags --libs gtk4 linkwright)
 */
#include <gtk/gtk.h>
#include <linkwright.h>

static const char text[] =
    "Dear Ada,\n\n"
    "the slides are at <http://www.example.net/talks/2026/\n"
    "autumn/survey.pdf>, and the corpus is on archive.example.org.\n\n"
    "\xc3\x9c\xc3\xb1\xc3\xaf" "c\xc3\xb6" "de \xf0\x9f\x91\x8d before a link: https://example.com/caf\xc3\xa9.\n"
    "Beware of http://example.com@203.0.113.7/login!\n\n"
    "Bo (bo@example.net)\n";

static const char *command;

/* The URI of the tag of a link at a place of the window, or NULL. */
static const char *uri_at(GtkTextView *view, double x, double y) {
    int column, row;
    GtkTextIter iter;
    gtk_text_view_window_to_buffer_coords(view, GTK_TEXT_WINDOW_WIDGET, (int)x, (int)y, &column, &row);
    if (!gtk_text_view_get_iter_at_location(view, &iter, column, row))
        return NULL;
    const char *uri = NULL;
    GSList *tags = gtk_text_iter_get_tags(&iter);
    for (GSList *tag = tags; tag && !uri; tag = tag->next)
        uri = g_object_get_data(tag->data, "uri");
    g_slist_free(tags);
    return uri;
}

static void clicked(GtkGestureClick *gesture, int times, double x, double y, gpointer view) {
    (void)gesture, (void)times;
    const char *uri = uri_at(view, x, y);
    if (!uri)
        return;
    GSubprocess *opener = g_subprocess_new(G_SUBPROCESS_FLAGS_NONE, NULL, command, uri, NULL);
    if (opener)
        g_object_unref(opener);
}

/* A tag that shows a match as a link, or as a warning if its URI deceives. */
static GtkTextTag *tag_of(GtkTextBuffer *buffer, const lw_match *match) {
    gboolean is_safe = lw_flags_severity(lw_match_flags(match)) < LW_SEVERITY_DANGER;
    GtkTextTag *tag = gtk_text_buffer_create_tag(buffer, NULL, "foreground", is_safe ? "blue" : "red", "underline",
                                                 is_safe ? PANGO_UNDERLINE_SINGLE : PANGO_UNDERLINE_ERROR, NULL);
    if (is_safe)
        g_object_set_data_full(G_OBJECT(tag), "uri", g_strdup(match->uri), g_free);
    return tag;
}

static void show_links(GtkTextBuffer *buffer) {
    lw_finder *finder = lw_finder_new("{\"preset\": \"mail\", \"domains\": true}", NULL);
    lw_search *search = lw_search_new(finder, NULL);
    const lw_match *match;
    lw_search_text(search, text, sizeof text - 1, NULL);
    while ((match = lw_search_next(search, NULL))) {
        GtkTextTag *tag = tag_of(buffer, match);
        for (size_t n = 0; n < match->pieces_len; n++) {
            /* GTK counts characters. */
            GtkTextIter start, end;
            const char *piece = text + match->pieces[n].start;
            gtk_text_buffer_get_iter_at_offset(buffer, &start, (int)g_utf8_pointer_to_offset(text, piece));
            gtk_text_buffer_get_iter_at_offset(
                buffer, &end, (int)g_utf8_pointer_to_offset(text, text + match->pieces[n].end));
            gtk_text_buffer_apply_tag(buffer, tag, &start, &end);
        }
    }
    lw_free(search);
    lw_free(finder);
}

static void activate(GtkApplication *application, gpointer unused) {
    (void)unused;
    GtkWidget *window = gtk_application_window_new(application);
    GtkWidget *view = gtk_text_view_new();
    GtkTextBuffer *buffer = gtk_text_view_get_buffer(GTK_TEXT_VIEW(view));
    gtk_text_view_set_editable(GTK_TEXT_VIEW(view), FALSE);
    gtk_text_view_set_monospace(GTK_TEXT_VIEW(view), TRUE);
    gtk_text_buffer_set_text(buffer, text, sizeof text - 1);
    show_links(buffer);
    GtkGesture *click = gtk_gesture_click_new();
    g_signal_connect(click, "released", G_CALLBACK(clicked), view);
    gtk_widget_add_controller(view, GTK_EVENT_CONTROLLER(click));
    gtk_window_set_child(GTK_WINDOW(window), view);
    gtk_window_set_title(GTK_WINDOW(window), "Mail");
    gtk_window_set_default_size(GTK_WINDOW(window), 640, 260);
    gtk_window_present(GTK_WINDOW(window));
}

int main(int argc, char **argv) {
    command = argc > 1 ? argv[1] : "xdg-open";
    GtkApplication *application = gtk_application_new("org.example.View", G_APPLICATION_NON_UNIQUE);
    g_signal_connect(application, "activate", G_CALLBACK(activate), NULL);
    int status = g_application_run(G_APPLICATION(application), 0, NULL);
    g_object_unref(application);
    return status;
}

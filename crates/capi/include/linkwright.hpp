// linkwright.hpp: linkwright for C++17. Link with the C library; this header has no code of its own to link.
//
//     linkwright::Finder finder("preset=chat");
//     for (const linkwright::Match &match : linkwright::Search(finder).in(text))
//         std::cout << match.uri() << '\n';
//
// linkwright.h describes the functions. Here, objects free themselves, a failure throws linkwright::Error, and callbacks
// may throw: what they throw reaches the caller.
#ifndef LINKWRIGHT_HPP
#define LINKWRIGHT_HPP

#include "linkwright.h"

#include <exception>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace linkwright {

// A failure of the library; what() is the message.
class Error : public std::runtime_error {
public:
    explicit Error(const lw_error &error) : std::runtime_error(error.message), error_(error) {}
    int status() const noexcept { return error_.status; }
    // The place in bytes, or SIZE_MAX.
    std::size_t at() const noexcept { return error_.at; }
    std::string_view option() const noexcept { return error_.option; }

private:
    lw_error error_;
};

namespace detail {

struct Free {
    template <class T> void operator()(T *handle) const noexcept { lw_free(handle); }
};
template <class T> using Handle = std::unique_ptr<T, Free>;

// Calls a function of the library with an lw_error as its last argument, and throws if it failed.
template <class Function, class... Arguments> auto call(Function function, Arguments... arguments) {
    lw_error error;
    auto result = function(arguments..., &error);
    if (error.status != LW_OK)
        throw Error(error);
    return result;
}

// The text of a buffer.
inline std::string text(lw_buffer *buffer) {
    std::size_t len = 0;
    const char *data = call(lw_buffer_data, buffer, &len);
    return {data, len};
}

// The text that a function of the library writes to a buffer, its last argument before the lw_error.
template <class Write, class... Arguments> std::string written(Write write, Arguments... arguments) {
    Handle<lw_buffer> to(call(lw_buffer_new));
    call(write, arguments..., to.get());
    return text(to.get());
}

// The items that a function of the library writes to an array, its last arguments before the lw_error.
template <class Item, class Write, class... Arguments>
std::vector<Item> listed(Write write, Arguments... arguments) {
    std::vector<Item> items(call(write, arguments..., static_cast<Item *>(nullptr), std::size_t(0)));
    call(write, arguments..., items.data(), items.size());
    return items;
}

} // namespace detail

class Finder {
public:
    // Options as for lw_finder_new(): lines, or JSON.
    explicit Finder(const char *options = nullptr) : handle_(detail::call(lw_finder_new, options)) {}
    const lw_finder *get() const noexcept { return handle_.get(); }

private:
    detail::Handle<lw_finder> handle_;
};

// A match. It is a view, valid until the search goes on.
class Match {
public:
    explicit Match(const lw_match *match = nullptr) noexcept : match_(match) {}
    std::string_view uri() const noexcept { return {match_->uri, match_->uri_len}; }
    std::string_view text() const noexcept { return {match_->text, match_->text_len}; }
    std::size_t start() const noexcept { return match_->span.start; }
    std::size_t end() const noexcept { return match_->span.end; }
    lw_kind kind() const noexcept { return static_cast<lw_kind>(match_->kind); }
    std::uint64_t flags() const noexcept { return lw_match_flags(match_); }
    std::vector<lw_span> pieces() const { return {match_->pieces, match_->pieces + match_->pieces_len}; }
    const lw_match *get() const noexcept { return match_; }

private:
    const lw_match *match_;
};

namespace detail {

// A callback for matches, with the exception that it threw. Nothing may be thrown through the library.
template <class OnMatch> struct Receiver {
    OnMatch &on_match;
    std::exception_ptr thrown = nullptr;

    static void receive(void *user, const lw_match *match) {
        auto &receiver = *static_cast<Receiver *>(user);
        if (receiver.thrown)
            return;
        try {
            receiver.on_match(Match(match));
        } catch (...) {
            receiver.thrown = std::current_exception();
        }
    }
};

// Calls a function of the library that reports matches to `on_match`.
template <class OnMatch, class Function, class... Arguments>
void report(OnMatch &on_match, Function function, Arguments... arguments) {
    Receiver<OnMatch> receiver{on_match};
    call(function, arguments..., &Receiver<OnMatch>::receive, static_cast<void *>(&receiver));
    if (receiver.thrown)
        std::rethrow_exception(receiver.thrown);
}

// The code units of a text.
inline const std::uint16_t *units(std::u16string_view text) noexcept {
    return reinterpret_cast<const std::uint16_t *>(text.data());
}

} // namespace detail

// The matches of the text that a search was given, to be read once from the first to the last.
class Matches {
public:
    class iterator {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = Match;
        using difference_type = std::ptrdiff_t;
        using pointer = const Match *;
        using reference = const Match &;

        explicit iterator(lw_search *search = nullptr) : search_(search) { ++*this; }
        reference operator*() const noexcept { return match_; }
        pointer operator->() const noexcept { return &match_; }
        iterator &operator++() {
            if (search_)
                match_ = Match(detail::call(lw_search_next, search_));
            return *this;
        }
        void operator++(int) { ++*this; }
        friend bool operator==(const iterator &a, const iterator &b) noexcept { return a.match_.get() == b.match_.get(); }
        friend bool operator!=(const iterator &a, const iterator &b) noexcept { return !(a == b); }

    private:
        lw_search *search_;
        Match match_;
    };

    explicit Matches(std::shared_ptr<lw_search> search) : search_(std::move(search)) {}
    iterator begin() const { return iterator(search_.get()); }
    iterator end() const { return iterator(); }

private:
    // A range-based for loop destroys a temporary `Search` before its body, so the matches keep the search.
    std::shared_ptr<lw_search> search_;
};

// A search, for one thread at a time.
class Search {
public:
    explicit Search(const Finder &finder) : handle_(detail::call(lw_search_new, finder.get()), detail::Free()) {}
    // The text must stay while the matches are read.
    Matches in(std::string_view text) {
        detail::call(lw_search_text, handle_.get(), text.data(), text.size());
        return Matches(handle_);
    }
    // Offsets are in UTF-16 code units. The text is copied.
    Matches in(std::u16string_view text) {
        detail::call(lw_search_text16, handle_.get(), detail::units(text), text.size());
        return Matches(handle_);
    }
    // The fastest way to search a whole text: `on_match` is called with each `const Match &`.
    template <class OnMatch> void each(std::string_view text, OnMatch &&on_match) {
        detail::report(on_match, lw_search_each, handle_.get(), text.data(), text.size());
    }
    template <class OnMatch> void each(std::u16string_view text, OnMatch &&on_match) {
        detail::report(on_match, lw_search_each16, handle_.get(), detail::units(text), text.size());
    }

private:
    std::shared_ptr<lw_search> handle_;
};

// A text that arrives in chunks, which are all UTF-8 or all UTF-16. `on_match` is called with a `const Match &`.
class Stream {
public:
    explicit Stream(const Finder &finder) : handle_(detail::call(lw_stream_new, finder.get())) {}
    template <class OnMatch> void push(std::string_view bytes, OnMatch &&on_match) {
        detail::report(on_match, lw_stream_push, handle_.get(), bytes.data(), bytes.size());
    }
    template <class OnMatch> void push(std::u16string_view units, OnMatch &&on_match) {
        detail::report(on_match, lw_stream_push16, handle_.get(), detail::units(units), units.size());
    }
    template <class OnMatch> void finish(OnMatch &&on_match) {
        detail::report(on_match, lw_stream_finish, handle_.get());
    }
    lw_span pending() const {
        lw_span span{};
        detail::call(lw_stream_pending, handle_.get(), &span);
        return span;
    }

private:
    detail::Handle<lw_stream> handle_;
};

// A link that is about to be written, and what to change.
class Link {
public:
    Link(const lw_link *link, lw_answer *answer) noexcept : link_(link), answer_(answer) {}
    std::string_view href() const noexcept { return {link_->href, link_->href_len}; }
    std::string_view label() const noexcept { return {link_->label, link_->label_len}; }
    std::uint64_t flags() const noexcept { return link_->flags; }
    lw_kind kind() const noexcept { return static_cast<lw_kind>(link_->kind); }
    bool is_existing() const noexcept { return link_->is_existing != 0; }
    void set_href(const std::string &href) { answer_->href = keep(href); }
    void set_label(const std::string &label) { answer_->label = keep(label); }
    void set_attribute(const std::string &name, const std::string &value) {
        attributes_.push_back({keep(name), keep(value)});
        answer_->attributes = attributes_.data();
        answer_->attributes_len = attributes_.size();
    }

private:
    friend class Linker;
    const char *keep(const std::string &text) {
        kept_.push_back(std::make_unique<std::string>(text));
        return kept_.back()->c_str();
    }
    const lw_link *link_;
    lw_answer *answer_;
    std::vector<std::unique_ptr<std::string>> kept_;
    std::vector<lw_attribute> attributes_;
};

// Writes links. `decide` is called with a `Link &`, and returns whether to write the link. Threads may share a linker.
class Linker {
public:
    explicit Linker(const Finder &finder, const char *options = nullptr)
        : handle_(detail::call(lw_linker_new, finder.get(), options)) {}

    std::string text(std::string_view text) const { return plain(lw_link_text, text); }
    std::string html(std::string_view html) const { return plain(lw_link_html, html); }
    std::string markdown(std::string_view markdown) const { return plain(lw_link_markdown, markdown); }
    template <class Decide> std::string text(std::string_view text, Decide &&decide) const {
        return asking(lw_link_text, text, decide);
    }
    template <class Decide> std::string html(std::string_view html, Decide &&decide) const {
        return asking(lw_link_html, html, decide);
    }
    template <class Decide> std::string markdown(std::string_view markdown, Decide &&decide) const {
        return asking(lw_link_markdown, markdown, decide);
    }

private:
    template <class Decide> struct Asked {
        Decide &decide;
        std::exception_ptr thrown;
        std::optional<Link> link; // Keeps the texts of the answer until the next link.
    };
    template <class Decide> static int ask(void *user, const lw_link *link, lw_answer *answer) {
        auto &asked = *static_cast<Asked<Decide> *>(user);
        try {
            asked.link.emplace(link, answer);
            return asked.decide(*asked.link) ? LW_KEEP : LW_REMOVE;
        } catch (...) {
            asked.thrown = std::current_exception();
            return LW_STOP;
        }
    }
    template <class Write> std::string plain(Write write, std::string_view text) const {
        return detail::written(write, handle_.get(), text.data(), text.size(), static_cast<lw_decide>(nullptr),
                               static_cast<void *>(nullptr));
    }
    template <class Write, class Decide> std::string asking(Write write, std::string_view text, Decide &decide) const {
        detail::Handle<lw_buffer> to(detail::call(lw_buffer_new));
        Asked<Decide> asked{decide, nullptr, std::nullopt};
        lw_error error;
        int status = write(handle_.get(), text.data(), text.size(), &ask<Decide>, &asked, to.get(), &error);
        if (asked.thrown)
            std::rethrow_exception(asked.thrown);
        if (status != LW_OK)
            throw Error(error);
        return detail::text(to.get());
    }
    detail::Handle<lw_linker> handle_;
};

// The text of a terminal, with the place of each cell.
class Grid {
public:
    Grid() : handle_(detail::call(lw_grid_new)) {}
    void cell(std::string_view text, std::size_t columns) {
        detail::call(lw_grid_cell, handle_.get(), text.data(), text.size(), columns);
    }
    void end_row(bool wraps) { detail::call(lw_grid_end_row, handle_.get(), wraps); }
    void clear() { detail::call(lw_grid_clear, handle_.get()); }
    // Valid until the grid changes.
    std::string_view text() const {
        std::size_t len = 0;
        const char *data = detail::call(lw_grid_text, handle_.get(), &len);
        return {data, len};
    }
    // The cells of a piece of a match.
    std::vector<lw_cells> cells(lw_span piece) const {
        return detail::listed<lw_cells>(lw_grid_cells, handle_.get(), piece.start, piece.end);
    }

private:
    detail::Handle<lw_grid> handle_;
};

// One URI. The functions take what the functions of linkwright.h with these names take.
namespace uri {

inline lw_uri parse(std::string_view text) {
    lw_uri parts{};
    detail::call(lw_uri_parse, text.data(), text.size(), &parts);
    return parts;
}
inline std::string normalize(std::string_view text, const char *rung = nullptr) {
    return detail::written(lw_uri_normalize, text.data(), text.size(), rung);
}
inline std::string minimally_escaped(std::string_view text, bool medial = false) {
    return detail::written(lw_uri_minimally_escaped, text.data(), text.size(), medial);
}
inline bool equal(std::string_view a, std::string_view b, const char *rung = nullptr) {
    bool is_equal = false;
    detail::call(lw_uri_equal, a.data(), a.size(), b.data(), b.size(), rung, &is_equal);
    return is_equal;
}
inline std::string resolve(std::string_view base, std::string_view text) {
    return detail::written(lw_uri_resolve, base.data(), base.size(), text.data(), text.size());
}
inline std::vector<lw_hazard> hazards(std::string_view text) {
    return detail::listed<lw_hazard>(lw_uri_hazards, text.data(), text.size());
}

} // namespace uri
} // namespace linkwright
#endif

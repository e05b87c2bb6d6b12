// A Qt text browser in which the links of a message can be clicked: browser [COMMAND]
//
// COMMAND opens a URI; the default is xdg-open. Build with
//     c++ -std=c++17 -fPIC browser.cpp $(pkg-config --cflags --libs Qt6Widgets linkwright)
#include <QApplication>
#include <QFontDatabase>
#include <QProcess>
#include <QTextBrowser>

#include <linkwright.hpp>

static constexpr std::string_view text =
    "Dear Ada,\n\n"
    "the slides are at <http://www.example.net/talks/2026/\n"
    "autumn/survey.pdf>, and the corpus is on archive.example.org.\n\n"
    u8"Üñïçöde 👍 before a link: https://example.com/café.\n"
    "Beware of http://example.com@203.0.113.7/login!\n\n"
    "Bo (bo@example.net)\n";

int main(int argc, char **argv) {
    QApplication application(argc, argv);
    const QStringList arguments = application.arguments();
    const QString command = arguments.value(1, "xdg-open");

    // Text becomes HTML with links. A URI that deceives is no link.
    const linkwright::Finder finder("{\"preset\": \"mail\", \"domains\": true}");
    const std::string html = "<pre>" + linkwright::Linker(finder).text(text) + "</pre>";

    QTextBrowser browser;
    browser.setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    browser.setHtml(QString::fromStdString(html));
    // Without this, the browser would load the URI itself.
    browser.setOpenLinks(false);
    QObject::connect(&browser, &QTextBrowser::anchorClicked, [&](const QUrl &uri) {
        QProcess::startDetached(command, {uri.toString(QUrl::FullyEncoded)});
    });
    browser.setWindowTitle("Mail");
    browser.resize(640, 260);
    browser.show();
    return application.exec();
}

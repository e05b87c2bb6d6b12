// Generated from the table of options: BLESS=1 cargo test --all-features --test options the_playground

/** The presets, each with its purpose. */
export const presets = [
  {"about":"RFC 3986 to the letter: any scheme, only ASCII, no repairs","name":"rfc"},
  {"about":"Mail and prose: known schemes, `www.`, addresses, IRIs, broken lines","name":"mail"},
  {"about":"Chat messages: like mail, with bare domains, without joining lines","name":"chat"},
  {"about":"The autolinks of GitHub Flavored Markdown","name":"gfm"},
  {"about":"The link detection of Unicode Technical Standard #58","name":"uts58"},
  {"about":"Harvesting: any scheme, bare domains, every reading","name":"archive"},
];

/** The options, each with its value in every preset. */
export const options = [
  {"about":"Schemes to link: `known` (those in everyday use), `any` (registered with IANA, and any `x://`, but not `javascript`, `data` and `vbscript`), or a list","defaults":{"archive":"any","chat":"known","gfm":["http","https","ftp","mailto","xmpp"],"mail":"known","rfc":"any","uts58":"known"},"instead":["known","clickable","any"],"isOptional":false,"kind":"list","members":[],"name":"schemes"},
  {"about":"Link URIs with a scheme","defaults":{"archive":true,"chat":true,"gfm":true,"mail":true,"rfc":true,"uts58":true},"isOptional":false,"kind":"switch","name":"uris"},
  {"about":"Link `www.example.com`","defaults":{"archive":true,"chat":true,"gfm":true,"mail":true,"rfc":false,"uts58":true},"isOptional":false,"kind":"switch","name":"www"},
  {"about":"Link bare domains such as `example.com/a`","defaults":{"archive":true,"chat":true,"gfm":false,"mail":false,"rfc":false,"uts58":true},"isOptional":false,"kind":"switch","name":"domains"},
  {"about":"Link e-mail addresses","defaults":{"archive":true,"chat":true,"gfm":true,"mail":true,"rfc":false,"uts58":true},"isOptional":false,"kind":"switch","name":"emails"},
  {"about":"Link bare IPv4 addresses","defaults":{"archive":false,"chat":false,"gfm":false,"mail":false,"rfc":false,"uts58":false},"isOptional":false,"kind":"switch","name":"ip"},
  {"about":"Link `localhost` with a port, such as `localhost:3000/a`, if `domains` is on","defaults":{"archive":false,"chat":false,"gfm":false,"mail":false,"rfc":false,"uts58":false},"isOptional":false,"kind":"switch","name":"localhost"},
  {"about":"Accept characters outside ASCII in a URI (RFC 3987)","defaults":{"archive":true,"chat":true,"gfm":true,"mail":true,"rfc":false,"uts58":true},"isOptional":false,"kind":"switch","name":"iri"},
  {"about":"Accept letters of all scripts before the `@` of an address, as in `用户@example.com` (RFC 6531); if this is off and `iri` is on, only letters of scripts with blanks between words, as in `josé@example.com`; no effect on the autolinks of GitHub Flavored Markdown","defaults":{"archive":false,"chat":false,"gfm":false,"mail":false,"rfc":false,"uts58":true},"isOptional":false,"kind":"switch","name":"email_utf8"},
  {"about":"Percent-encode characters in path, query and fragment that people write but the grammar does not allow","defaults":{"archive":true,"chat":true,"gfm":true,"mail":true,"rfc":false,"uts58":true},"isOptional":false,"kind":"switch","name":"repair"},
  {"about":"Link URIs without delimiters; if this is off, link only those inside delimiters","defaults":{"archive":true,"chat":true,"gfm":true,"mail":true,"rfc":true,"uts58":true},"isOptional":false,"kind":"switch","name":"bare"},
  {"about":"The rules that delimit a URI: those of this program, those of the autolinks of GitHub Flavored Markdown, or those of Unicode Technical Standard #58","defaults":{"archive":"text","chat":"text","gfm":"gfm","mail":"text","rfc":"text","uts58":"uts58"},"isOptional":false,"kind":"choice","name":"delimiting","names":["text","gfm","uts58"]},
  {"about":"Also link what is probably not a URI, and flag it","defaults":{"archive":true,"chat":false,"gfm":false,"mail":false,"rfc":true,"uts58":false},"isOptional":false,"kind":"switch","name":"doubtful"},
  {"about":"Find text that is written so that it is no link, such as `hxxp://a[.]example`, with the URI that is meant; it is never linked","defaults":{"archive":true,"chat":false,"gfm":false,"mail":false,"rfc":false,"uts58":false},"isOptional":false,"kind":"switch","name":"defanged"},
  {"about":"Link nothing in code: between two runs of one or two backticks on a line, or from three or more backticks to the next such run or the end","defaults":{"archive":false,"chat":false,"gfm":false,"mail":false,"rfc":false,"uts58":false},"isOptional":false,"kind":"switch","name":"skip_code"},
  {"about":"Where URIs that are broken across lines are joined: nowhere, inside delimiters, or also where mail programs wrap lines","defaults":{"archive":"mail","chat":"off","gfm":"off","mail":"mail","rfc":"delimited","uts58":"off"},"isOptional":false,"kind":"choice","name":"wrap","names":["off","delimited","mail"]},
  {"about":"Which hard-wrapped bare URIs are joined if `wrap` is mail","defaults":{"archive":"eager","chat":"conservative","gfm":"conservative","mail":"conservative","rfc":"conservative","uts58":"conservative"},"isOptional":false,"kind":"choice","name":"folds","names":["off","conservative","eager"]},
  {"about":"The minimum probability, in percent, for joining a bare URI with the next line; the default is 50, or 35 with eager folds","defaults":{"archive":null,"chat":null,"gfm":null,"mail":null,"rfc":null,"uts58":null},"isOptional":true,"kind":"number","least":0,"most":100,"name":"join_confidence"},
  {"about":"The text is declared format=flowed (RFC 3676)","defaults":{"archive":false,"chat":false,"gfm":false,"mail":false,"rfc":false,"uts58":false},"isOptional":false,"kind":"switch","name":"flowed"},
  {"about":"Flowed text is declared DelSp=yes: blanks at line ends are deleted","defaults":{"archive":false,"chat":false,"gfm":false,"mail":false,"rfc":false,"uts58":false},"isOptional":false,"kind":"switch","name":"delsp"},
  {"about":"Skip the page breaks of RFCs inside delimiters","defaults":{"archive":false,"chat":false,"gfm":false,"mail":false,"rfc":false,"uts58":false},"isOptional":false,"kind":"switch","name":"page_breaks"},
  {"about":"Which reading of a hyphen at a line break comes first: that it is a part of the URI, or that a typesetter added it","defaults":{"archive":"keep","chat":"keep","gfm":"keep","mail":"keep","rfc":"keep","uts58":"keep"},"isOptional":false,"kind":"choice","name":"hyphen","names":["keep","typeset"]},
  {"about":"Report only the best reading, or all readings, which may overlap","defaults":{"archive":"all","chat":"best","gfm":"best","mail":"best","rfc":"best","uts58":"best"},"isOptional":false,"kind":"choice","name":"readings","names":["best","all"]},
  {"about":"The scheme for matches that are written without one, such as `www.example.com`","defaults":{"archive":"http","chat":"http","gfm":"http","mail":"http","rfc":"http","uts58":"http"},"isOptional":false,"kind":"text","name":"default_scheme"},
  {"about":"The maximum length of a URI in bytes","defaults":{"archive":8192,"chat":8192,"gfm":8192,"mail":8192,"rfc":8192,"uts58":8192},"isOptional":false,"kind":"number","least":16,"most":65536,"name":"max_len"},
  {"about":"The maximum number of lines of a URI inside delimiters, and of pieces of a bare URI","defaults":{"archive":24,"chat":24,"gfm":24,"mail":24,"rfc":24,"uts58":24},"isOptional":false,"kind":"number","least":1,"most":1000,"name":"max_lines"},
  {"about":"The maximum number of bytes from the opener to the closer of a URI inside delimiters","defaults":{"archive":4096,"chat":4096,"gfm":4096,"mail":4096,"rfc":4096,"uts58":4096},"isOptional":false,"kind":"number","least":16,"most":65536,"name":"max_bytes"},
  {"about":"Delimiting rules that are turned off, by the names that `explain` shows","defaults":{"archive":[],"chat":[],"gfm":[],"mail":[],"rfc":[],"uts58":[]},"instead":[],"isOptional":false,"kind":"list","members":[],"name":"without_rules"},
];

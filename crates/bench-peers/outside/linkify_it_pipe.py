"""Finds links with linkify-it-py, in the protocol of `linkwright pipe`; `suite.py` starts this program."""
import json, sys

from linkify_it import LinkifyIt

finder = LinkifyIt()
for line in sys.stdin:
    request = json.loads(line)
    text = request["text"]
    offset = lambda at: len(text[:at].encode())
    links = [{"start": offset(link.index), "end": offset(link.last_index)} for link in finder.match(text) or []]
    print(json.dumps({"id": request["id"], "links": links}))

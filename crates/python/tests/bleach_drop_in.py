"""A pytest plugin for the tests of bleach. It replaces functions of bleach with those of the drop-in."""

import importlib

from linkwright import bleach as drop_in

for module, names in {
    "bleach": ("linkify", "DEFAULT_CALLBACKS"),
    "bleach.callbacks": ("nofollow", "target_blank"),
    "bleach.linkifier": ("Linker", "LinkifyFilter"),
}.items():
    for name in names:
        setattr(importlib.import_module(module), name, getattr(drop_in, name))

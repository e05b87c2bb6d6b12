"""Filters for Django templates: `INSTALLED_APPS += ["linkwright.django"]`, then `{% load linkwright %}`."""

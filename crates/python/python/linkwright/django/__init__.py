"""Filters for templates of Django: `INSTALLED_APPS += ["linkwright.django"]`, then `{% load linkwright %}`."""

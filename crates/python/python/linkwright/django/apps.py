"""The application."""

from django.apps import AppConfig


class LinkwrightConfig(AppConfig):
    """Makes the filters known to Django. There are no models."""

    name = "linkwright.django"
    label = "linkwright"
    verbose_name = "linkwright"

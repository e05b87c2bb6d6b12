"""The configuration of the Django application."""

from django.apps import AppConfig


class LinkwrightConfig(AppConfig):
    """Registers the package as a Django application, so that templates can load its filters. It has no models."""

    name = "linkwright.django"
    label = "linkwright"
    verbose_name = "linkwright"

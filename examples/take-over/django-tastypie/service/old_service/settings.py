"""Settings of a service as one would have been written in 2012. DATABASE_URL is mysql://… or postgres://…."""
import os
import sys
from importlib.util import find_spec
from urllib.parse import parse_qsl, unquote, urlsplit

from . import old_names  # noqa: F401

_url = urlsplit(os.environ.get("DATABASE_URL", "postgres://postgres@127.0.0.1:5432/old_service"))
_is_mysql = _url.scheme in ("mysql", "mariadb")

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.mysql" if _is_mysql else "django.db.backends.postgresql",
        "NAME": _url.path.lstrip("/"),
        "USER": unquote(_url.username or ""),
        "PASSWORD": unquote(_url.password or ""),
        "HOST": _url.hostname or "",
        "PORT": str(_url.port or ""),
        "OPTIONS": {"charset": "utf8mb4"} if _is_mysql else dict(parse_qsl(_url.query)),
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"
SECRET_KEY = "only for trying a take-over"
DEBUG = os.environ.get("DEBUG") == "1"
ALLOWED_HOSTS = ["*"]
ROOT_URLCONF = "old_service.urls"
MEDIA_ROOT = os.environ.get("MEDIA_ROOT", os.path.join(os.path.dirname(os.path.dirname(__file__)), "media"))
MEDIA_URL = "/media/"
USE_TZ = True
TIME_ZONE = "UTC"
INSTALLED_APPS = ["django.contrib.auth", "django.contrib.contenttypes", "tastypie", "running"]
# The tables are made from the models: manage.py migrate --run-syncdb
MIGRATION_MODULES = {"auth": None, "contenttypes": None, "tastypie": None}
MIDDLEWARE = ["django.middleware.common.CommonMiddleware"]
# With EXCHANGES_FILE, everything that it answers is recorded.
EXCHANGES_FILE = os.environ.get("EXCHANGES_FILE")
if EXCHANGES_FILE:
    sys.path.append(os.path.join(os.path.dirname(__file__), "..", "..", "..", "mirror"))
    MIDDLEWARE.insert(0, "record_exchanges.RecordExchanges")
# XML needs python3-lxml and python3-defusedxml, and YAML python3-yaml.
TASTYPIE_DEFAULT_FORMATS = ["json"] + [
    name for name, modules in (("xml", ["lxml", "defusedxml"]), ("yaml", ["yaml"])) if all(map(find_spec, modules))
]

# The kinds of hashes that a service of many years has.
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2SHA1PasswordHasher",
    "django.contrib.auth.hashers.SHA1PasswordHasher",
    "django.contrib.auth.hashers.MD5PasswordHasher",
    "django.contrib.auth.hashers.UnsaltedSHA1PasswordHasher",
    "django.contrib.auth.hashers.UnsaltedMD5PasswordHasher",
]

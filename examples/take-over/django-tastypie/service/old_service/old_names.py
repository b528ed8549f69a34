"""Names that Tastypie 0.13 imports and that Django 3.2 no longer has. A service of its time has a Django of its time and needs none."""
import sys

import django.core
import django.utils
import six
from django import urls
from django.core.management import base
from django.db.models import CASCADE, Field
from django.db.models.fields import related
from django.db.models.sql import constants
from django.db.models.sql.query import Query
from django.utils import encoding

QUERY_TERMS = (
    "exact iexact contains icontains gt gte lt lte in startswith istartswith endswith iendswith range isnull regex iregex "
    "year month day week_day hour minute second date search"
)

sys.modules.setdefault("django.utils.six", six)
sys.modules.setdefault("django.utils.six.moves", six.moves)
sys.modules.setdefault("django.utils.six.moves.urllib", six.moves.urllib)
sys.modules.setdefault("django.utils.six.moves.urllib.parse", six.moves.urllib.parse)
sys.modules.setdefault("django.core.urlresolvers", urls)
django.utils.six = six
django.core.urlresolvers = urls
encoding.python_2_unicode_compatible = lambda made: made
constants.QUERY_TERMS = set(QUERY_TERMS.split())
Query.query_terms = constants.QUERY_TERMS
base.NoArgsCommand = base.BaseCommand


def _cascading(init):
    """Relations without `on_delete` were those that cascade."""

    def initialize(self, to, on_delete=CASCADE, *others, **named):
        init(self, to, on_delete, *others, **named)

    return initialize


related.ForeignKey.__init__ = _cascading(related.ForeignKey.__init__)
related.OneToOneField.__init__ = _cascading(related.OneToOneField.__init__)
Field.rel = property(lambda field: field.remote_field)

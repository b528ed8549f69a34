"""What all resources have in common: Tastypie's keys, formats and paging, and rows besides those that Tastypie makes itself."""
from django.conf.urls import url
from django.http import HttpResponse, QueryDict
from tastypie import fields, http
from tastypie.authentication import ApiKeyAuthentication
from tastypie.authorization import Authorization
from tastypie.exceptions import ImmediateHttpResponse
from tastypie.paginator import Paginator
from tastypie.resources import ModelResource
from tastypie.serializers import Serializer as TastypieSerializer
from tastypie.utils import make_naive

HOST = "http://old.example"
BASE = "/api/v1"


def uri(resource, pk):
    return None if pk is None else "%s/%s/%s/" % (BASE, resource, pk)


class Serializer(TastypieSerializer):
    def format_datetime(self, data):
        """Moments always have six digits, which Python leaves out of a whole second."""
        return make_naive(data).strftime("%Y-%m-%dT%H:%M:%S.%f")


def refuse(status, text="", content_type="text/plain; charset=utf-8", **headers):
    """Ends a request with this answer."""
    response = HttpResponse(text, status=status, content_type=content_type)
    for name, value in headers.items():
        response[name] = value
    raise ImmediateHttpResponse(response=response)


class Common:
    """The options of every resource."""

    serializer = Serializer()
    authentication = ApiKeyAuthentication()
    authorization = Authorization()
    max_limit = 1000


class Resource(ModelResource):
    """`rows` has the methods of a resource by a pattern of the path and a method of HTTP; `open_rows` those that need no key."""

    rows = {}
    open_rows = ()

    def prepend_urls(self):
        return [
            url("^%s/?$" % path, self.wrap_view("dispatch_row"), {"methods": methods, "is_open": path in self.open_rows})
            for path, methods in self.rows.items()
        ]

    def dispatch_row(self, request, methods, is_open, api_name, **kwargs):
        if "HTTP_X_HTTP_METHOD_OVERRIDE" in request.META:
            request.method = request.META["HTTP_X_HTTP_METHOD_OVERRIDE"].upper()
        method = self.method_check(request, allowed=sorted(methods))
        if not is_open:
            self.is_authenticated(request)
        return getattr(self, methods[method])(request, **kwargs)

    def visible(self, request):
        """The objects that somebody may see."""
        return self._meta.queryset._clone()

    def found(self, request, pk, among=None):
        """An object, or an answer with 404."""
        try:
            return (self.visible(request) if among is None else among).distinct().get(pk=pk)
        except (self._meta.object_class.DoesNotExist, OverflowError, ValueError):
            refuse(404)

    def detail(self, request, pk):
        return self.answer(request, self.found(request, pk))

    def shown(self, request, obj):
        return self.full_dehydrate(self.build_bundle(obj=obj, request=request))

    def answer(self, request, obj, response_class=HttpResponse, **headers):
        response = self.create_response(request, self.shown(request, obj), response_class)
        for name, value in headers.items():
            response[name] = value
        return response

    def page(self, request, objects, limit=20):
        """A page of a list with Tastypie's envelope."""
        uri = request.path if request.path.endswith("/") else request.path + "/"
        page = Paginator(request.GET, objects, resource_uri=uri, limit=limit, max_limit=self._meta.max_limit).page()
        page["objects"] = [self.shown(request, one) for one in page["objects"]]
        return self.create_response(request, page)

    def sent(self, request, *required):
        """The fields of the body, whose format Tastypie reads, or a form."""
        kind = request.META.get("CONTENT_TYPE", "application/json")
        if kind.startswith("application/x-www-form-urlencoded"):
            data = QueryDict(request.body, encoding="utf-8").dict()
        else:
            data = self.deserialize(request, request.body, format=kind) if request.body else {}
        missing = [name for name in required if data.get(name) in (None, "")]
        if missing:
            refuse(400, "\n".join("%s: is required" % name for name in missing))
        return data

    def number(self, data, name):
        try:
            return int(data.get(name, ""))
        except (TypeError, ValueError):
            refuse(400, "%s: is required" % name)

    def detail_uri_kwargs(self, bundle_or_obj):
        obj = getattr(bundle_or_obj, "obj", bundle_or_obj)
        return {"pk": obj.pk}

    def get_resource_uri(self, bundle_or_obj=None, url_name="api_dispatch_list"):
        if bundle_or_obj is None:
            return "%s/%s/" % (BASE, self._meta.resource_name)
        return uri(self._meta.resource_name, getattr(bundle_or_obj, "obj", bundle_or_obj).pk)


def among(resource, column, many=False):
    """The objects of a relation themselves, as another resource shows them."""
    kind = fields.ToManyField if many else fields.ForeignKey
    return kind(resource, column, full=True, null=True)


created, accepted, no_content = http.HttpCreated, http.HttpAccepted, http.HttpNoContent

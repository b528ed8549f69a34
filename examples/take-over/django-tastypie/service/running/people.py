"""Users, profiles, preferences, stats and accounts."""
import json
import uuid
from datetime import timedelta

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone
from tastypie.models import ApiKey

from . import models as m
from .resource import HOST, Common, Resource, accepted, created, no_content, refuse, uri


def friends_of(user_id):
    """The ids of somebody's friends."""
    pairs = m.Friendship.objects.filter(Q(requester=user_id) | Q(user=user_id), accepted_date__isnull=False)
    return [b if a == user_id else a for a, b in pairs.values_list("requester_id", "user_id")]


def code(number, message):
    refuse(400, json.dumps({"error": {"code": number, "message": message}}), "application/json")


def unread(user_id):
    """The number of messages that somebody has not read, in inbox and archive."""
    mine = m.Recipient.objects.filter(user=user_id).exclude(placement="hidden")
    return sum(
        m.Message.objects.filter(conversation=one.conversation_id, id__gt=one.last_read_message_id or 0).exclude(user=user_id).count()
        for one in mine
    )


class UserResource(Resource):
    class Meta(Common):
        queryset = User.objects.filter(is_active=True)
        resource_name = "user"
        fields = ["id", "first_name", "last_name", "email", "date_joined"]
        allowed_methods = ["get"]

    rows = {
        "me": {"get": "me"},
        "user": {"get": "friends"},
        r"user/(?P<pk>\d+)": {"get": "single", "patch": "change"},
        "user/search": {"get": "search"},
        "user/search/friends": {"get": "search_friends"},
        "user/picture": {"post": "picture"},
        "user/password": {"post": "password"},
        "account/login": {"post": "login"},
        "account/register": {"post": "register"},
        "account/forgot_password": {"post": "forgot"},
    }
    open_rows = ("account/login", "account/register", "account/forgot_password")

    def dehydrate(self, bundle):
        one, data = bundle.obj, bundle.data
        data["email"] = one.email if bundle.request.user == one else ""
        for name in ("preferences", "profile", "stats"):
            data[name] = uri(name, one.id)
        data.update(self.pictures(one))
        return bundle

    def pictures(self, one):
        profile = m.Profile.objects.filter(user=one).first()
        image = profile.image.name if profile else ""
        return {
            "profile_image_%d_url" % size: "%s/media/%d/%s" % (HOST, size, image) if image else "" for size in (225, 48)
        }

    def me(self, request):
        return self.single(request, request.user.id)

    def single(self, request, pk):
        one = self.found(request, pk)
        bundle = self.shown(request, one)
        own = one == request.user
        bundle.data["pending_friend_requests"] = (
            m.Friendship.objects.filter(user=one, accepted_date__isnull=True).count() if own else 0
        )
        bundle.data["unread_messages"] = unread(one.id) if own else 0
        if request.GET.get("full") == "1":
            stats = StatsResource()
            bundle.data["stats"] = stats.shown(request, m.Stats.objects.get(user=one))
        return self.create_response(request, bundle)

    def change(self, request, pk):
        if self.found(request, pk) != request.user:
            refuse(401)
        sent = self.sent(request)
        User.objects.filter(pk=pk).update(**{name: sent[name] for name in ("first_name", "last_name") if name in sent})
        return accepted()

    def friends(self, request):
        of = self.number(request.GET, "friends_with") if "friends_with" in request.GET else request.user.id
        return self.page(request, self.visible(request).filter(id__in=friends_of(of)).order_by("-id"))

    def search(self, request):
        return self.matching(request, self.visible(request))

    def search_friends(self, request):
        of = self.number(request.GET, "user_id") if "user_id" in request.GET else request.user.id
        return self.matching(request, self.visible(request).filter(id__in=friends_of(of)))

    def matching(self, request, people):
        words = request.GET.get("q", "").lower().split()
        if not words:
            refuse(400, "q: is required")
        found = [one for one in people.order_by("id") if is_named(one, words)]
        return FoundResource().page(request, found)

    def picture(self, request):
        profile = m.Profile.objects.get(user=request.user)
        profile.image = "profiles/%s" % uuid.uuid4().hex
        profile.save()
        response = self.create_response(request, self.pictures(request.user), created)
        response["Location"] = uri("user", request.user.id)
        return response

    def password(self, request):
        sent = self.sent(request, "old_password", "new_password")
        if not request.user.check_password(sent["old_password"]):
            code("100", "The e-mail or password is incorrect: the specified password does not match.")
        request.user.set_password(sent["new_password"])
        request.user.save()
        return no_content()

    def login(self, request):
        sent = self.sent(request, "email", "password")
        user = User.objects.filter(email__iexact=sent["email"]).first()
        if not user or not user.check_password(sent["password"]):
            code("100", "The e-mail or password is incorrect.")
        return self.account(request, user)

    def register(self, request):
        sent = self.sent(request, "first_name", "last_name", "email", "password")
        if User.objects.filter(email__iexact=sent["email"]).exists():
            refuse(400, "email: An account with this e-mail address exists.")
        user = User(username="runner_" + uuid.uuid4().hex[:12], email=sent["email"])
        user.first_name, user.last_name = sent["first_name"], sent["last_name"]
        user.set_password(sent["password"])
        user.save()
        for model in (m.Profile, m.Preferences, m.Stats):
            model.objects.create(user=user)
        ApiKey.objects.create(user=user)
        return self.account(request, user)

    def account(self, request, user):
        key, _ = ApiKey.objects.get_or_create(user=user)
        return self.create_response(request, {"username": user.username, "api_key": key.key})

    def forgot(self, request):
        if not User.objects.filter(email__iexact=self.sent(request, "email")["email"]).exists():
            code("109", "There is no account with this e-mail address.")
        return self.create_response(request, {})


def is_named(user, words):
    names = (user.first_name + " " + user.last_name).lower().split()
    return all(any(name.startswith(word) for name in names) for word in words)


class FoundResource(UserResource):
    class Meta(UserResource.Meta):
        pass

    def dehydrate(self, bundle):
        bundle = super().dehydrate(bundle)
        bundle.data["location_name"] = m.Profile.objects.get(user=bundle.obj).location_name
        return bundle


class AuthorResource(UserResource):
    """A user as posts embed it."""

    class Meta(UserResource.Meta):
        pass

    def dehydrate(self, bundle):
        bundle = super().dehydrate(bundle)
        for name in set(bundle.data) - {"id", "resource_uri", "first_name", "last_name", "preferences", "profile"}:
            del bundle.data[name]
        return bundle


class OfUserResource(Resource):
    """A record that has the id of its user."""

    def found(self, request, pk, among=None):
        one = self._meta.object_class.objects.filter(user=pk, user__is_active=True).first()
        return one or refuse(404)

    def get_resource_uri(self, bundle_or_obj=None, url_name="api_dispatch_list"):
        if bundle_or_obj is None:
            return super().get_resource_uri()
        return uri(self._meta.resource_name, getattr(bundle_or_obj, "obj", bundle_or_obj).user_id)

    def dehydrate(self, bundle):
        bundle.data["id"] = bundle.obj.user_id
        bundle.data["user"] = uri("user", bundle.obj.user_id)
        return bundle

    def change(self, request, pk):
        one = self.found(request, pk)
        if one.user != request.user:
            refuse(401)
        for name, value in self.sent(request).items():
            if name in self._meta.fields:
                field = self._meta.object_class._meta.get_field(name)
                empty = value in ("", None) and field.null
                if field.get_internal_type() == "BooleanField":
                    value = str(value).lower() in ("true", "1")
                setattr(one, name, None if empty else value)
        one.full_clean()
        one.save()
        return accepted()


class ProfileResource(OfUserResource):
    class Meta(Common):
        queryset = m.Profile.objects.all()
        resource_name = "profile"
        fields = ["birth_date", "gender", "weight", "weight_unit", "location_name", "location_lat", "location_lng"]

    rows = {r"profile/(?P<pk>\d+)": {"get": "detail", "patch": "change"}}


class PreferencesResource(OfUserResource):
    class Meta(Common):
        queryset = m.Preferences.objects.all()
        resource_name = "preferences"
        fields = ["weekly_email_report", "monthly_email_report", "annually_email_report", "distance", "elevation", "timezone"]

    rows = {r"preferences/(?P<pk>\d+)": {"get": "detail", "patch": "change"}}


class StatsResource(OfUserResource):
    class Meta(Common):
        queryset = m.Stats.objects.all()
        resource_name = "stats"
        fields = ["max_distance_in_meters", "max_duration_in_seconds", "latest_workout_date"]

    rows = {r"stats/(?P<pk>\d+)": {"get": "detail"}}
    BEST = ("mile", "5k", "10k", "half_marathon", "marathon")

    def dehydrate(self, bundle):
        data = super().dehydrate(bundle).data
        data["total_distance_in_meters"] = int(bundle.obj.total_distance_in_meters)
        data["max_elevation_gain_in_meters"] = "%.2f" % bundle.obj.max_elevation_gain_in_meters
        since = timezone.now() - timedelta(days=28)
        recent = m.Workout.objects.filter(user=bundle.obj.user_id, run_date__gte=since)
        data["avg_weekly_distance_in_meters"] = sum(float(one.distance_in_meters or 0) for one in recent) / 4
        # The runs that this service measures are shorter.
        data.update({"best_%s_duration_in_seconds" % name: None for name in self.BEST})
        return bundle

"""The resources under /api/v1/, with Tastypie's keys: `Authorization: ApiKey <username>:<key>`."""
import json

from django.contrib.auth.models import User
from tastypie import fields
from tastypie.api import Api
from tastypie.authentication import ApiKeyAuthentication
from tastypie.resources import ModelResource

from . import models

api = Api(api_name="v1")


def decoded(field):
    """Shows the JSON of a text as what it is."""

    def dehydrate(self, bundle):
        text = getattr(bundle.obj, field)
        return json.loads(text) if text else None

    return dehydrate


def liking(self, bundle):
    """The ids of those who like it, in the order of their likes."""
    likes = type(bundle.obj).likers.through.objects.filter(**{type(bundle.obj).__name__.lower(): bundle.obj})
    return list(likes.order_by("id").values_list("user_id", flat=True))


def made(queryset, name, leave=(), shows=(), methods=("get",), narrow=None, liked=False, finish=None, **relations):
    """
    Makes and registers a resource. Of related objects it has the URIs, or for `shows` the objects themselves; a relation with another name
    than its column is a pair. `finish` changes what is shown of an object.
    """

    class Meta:
        resource_name = name
        authentication = ApiKeyAuthentication()
        allowed_methods = list(methods)
        excludes = list(leave)
        filtering = {relation: ["exact"] for relation in relations}
        ordering = ["id"]

    Meta.queryset = queryset.order_by("-id")
    members = {"Meta": Meta}
    if liked:
        members.update(likers=fields.ListField(readonly=True), dehydrate_likers=liking)
    for field, to in relations.items():
        resource, column = to if isinstance(to, tuple) else (to, field)
        members[field] = fields.ForeignKey(resource, column, null=True, full=field in shows)
    if finish:
        members["dehydrate"] = lambda self, bundle: finish(bundle.data, bundle.obj) or bundle
    if narrow:
        members["get_object_list"] = lambda self, request: narrow(ModelResource.get_object_list(self, request), request.user)
    resource = type(name.title().replace("-", "") + "Resource", (ModelResource,), members)
    api.register(resource())
    return resource


PRIVATE = ("password", "username", "email", "is_superuser", "is_staff", "is_active", "last_login")

user = made(User.objects.filter(is_active=True), "user", leave=PRIVATE)
profile = made(models.Profile.objects.all(), "profile", leave=("image", "is_featured", "email_proven"), user=user)
preferences = made(models.Preferences.objects.all(), "preferences", user=user)
stats = made(models.Stats.objects.all(), "stats", user=user)
stats.dehydrate_total_distance_in_meters = lambda self, bundle: int(bundle.obj.total_distance_in_meters)
workout = made(
    models.Workout.objects.filter(privacy="public"), "workout", leave=("gpx", "source", "created_date"), user=user
)


def of_events(data, post):
    """Only posts about events have these values."""
    if not post.post_type:
        del data["post_type"], data["extra"]


post = made(
    models.Post.objects.filter(privacy="public"),
    "post",
    leave=("privacy",),
    shows=("author", "workout"),
    liked=True,
    finish=of_events,
    author=user,
    workout=workout,
)
post.dehydrate_extra = decoded("extra")
picture = made(models.Picture.objects.filter(post__privacy="public"), "picture", post=post)
comment = made(
    models.Comment.objects.filter(is_removed=False, post__privacy="public"),
    "comment",
    leave=("is_removed",),
    shows=("user",),
    liked=True,
    post=post,
    user=user,
)


def answered(data, friendship):
    data.update(requester=friendship.requester_id, status="Accepted" if friendship.accepted_date else "Pending")


friendship = made(
    models.Friendship.objects.all(),
    "friendship",
    narrow=lambda all, me: all.filter(requester=me) | all.filter(user=me),
    shows=("user1", "user2"),
    finish=answered,
    user1=(user, "requester"),
    user2=(user, "user"),
)
conversation = made(
    models.Conversation.objects.all(),
    "conversation",
    narrow=lambda all, me: all.filter(recipient__user=me),
    shows=("started_by",),
    started_by=user,
)
conversation.dehydrate_past_users_involved = lambda self, bundle: json.loads(bundle.obj.past_users_involved or "[]")
message = made(
    models.Message.objects.all(),
    "message",
    narrow=lambda all, me: all.filter(conversation__recipient__user=me),
    conversation=conversation,
    user=user,
)
route = made(models.Route.objects.filter(workout__privacy="public"), "route", leave=("points", "created_date"))
event = made(models.EventInstance.objects.all(), "event-instance", leave=("amount_per_mile",))
participant = made(
    models.EventParticipant.objects.all(),
    "event-participant",
    leave=("joined_date",),
    shows=("event-instance", "user"),
    user=user,
    **{"event-instance": (event, "event")}
)

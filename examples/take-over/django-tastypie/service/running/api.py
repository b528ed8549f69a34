"""The resources under /api/v1/, with Tastypie's keys: `Authorization: ApiKey <username>:<key>`."""
from tastypie.api import Api

from .events import EventResource, ParticipantResource
from .feed import CommentResource, PictureResource, PostResource
from .people import PreferencesResource, ProfileResource, StatsResource, UserResource
from .runs import RouteResource, WorkoutResource
from .talk import ConversationResource, FriendshipResource, MessageResource

api = Api(api_name="v1")
for resource in (
    UserResource,
    ProfileResource,
    PreferencesResource,
    StatsResource,
    WorkoutResource,
    RouteResource,
    PostResource,
    CommentResource,
    PictureResource,
    FriendshipResource,
    ConversationResource,
    MessageResource,
    EventResource,
    ParticipantResource,
):
    api.register(resource())

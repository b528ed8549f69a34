"""The tables of the service, besides auth_user of Django and tastypie_apikey of Tastypie. Their names begin with `running_`."""
import math

from django.contrib.auth.models import User
from django.db import models
from django.db.models import CASCADE, SET_NULL
from django.utils import timezone

PRIVACIES = [(word, word) for word in ("public", "friends", "private")]
PLACEMENTS = [(word, word) for word in ("inbox", "archived", "hidden")]
now = timezone.now


def meters(one, other):
    """The distance of two points on a sphere. Each begins with its latitude and longitude."""
    (lat, lng), (to_lat, to_lng) = (tuple(map(math.radians, point[:2])) for point in (one, other))
    half = math.sin((to_lat - lat) / 2) ** 2 + math.cos(lat) * math.cos(to_lat) * math.sin((to_lng - lng) / 2) ** 2
    return 2 * 6371008.8 * math.asin(math.sqrt(half))


class Profile(models.Model):
    user = models.OneToOneField(User, CASCADE)
    birth_date = models.DateField(null=True, blank=True)
    gender = models.CharField(max_length=1, blank=True)
    weight = models.DecimalField(max_digits=6, decimal_places=2, null=True, blank=True)
    weight_unit = models.CharField(max_length=10, default="pounds")
    location_name = models.CharField(max_length=200, blank=True)
    location_lat = models.FloatField(null=True, blank=True)
    location_lng = models.FloatField(null=True, blank=True)
    image = models.FileField(upload_to="profiles", blank=True)
    is_featured = models.BooleanField(default=False)
    email_proven = models.BooleanField(default=True)

    def place(self):
        return self.location_lat, self.location_lng


class Preferences(models.Model):
    user = models.OneToOneField(User, CASCADE)
    weekly_email_report = models.BooleanField(default=False)
    monthly_email_report = models.BooleanField(default=False)
    annually_email_report = models.BooleanField(default=False)
    distance = models.CharField(max_length=10, default="miles")
    elevation = models.CharField(max_length=10, default="feet")
    timezone = models.CharField(max_length=64, default="UTC")


class SocialAccount(models.Model):
    user = models.ForeignKey(User, CASCADE)
    network = models.CharField(max_length=20)
    uid = models.CharField(max_length=64)


class Friendship(models.Model):
    requester = models.ForeignKey(User, CASCADE, related_name="requested")
    user = models.ForeignKey(User, CASCADE, related_name="asked")
    created_date = models.DateTimeField()
    accepted_date = models.DateTimeField(null=True, blank=True)


class Block(models.Model):
    user = models.ForeignKey(User, CASCADE, related_name="blocking")
    blocked = models.ForeignKey(User, CASCADE, related_name="blocked_by")
    created_date = models.DateTimeField()


class Invitation(models.Model):
    inviter = models.ForeignKey(User, CASCADE)
    email = models.CharField(max_length=254)
    name = models.CharField(max_length=200, blank=True)
    created_date = models.DateTimeField()


class Workout(models.Model):
    user = models.ForeignKey(User, CASCADE)
    title = models.CharField(max_length=255, blank=True)
    post_body = models.TextField(blank=True)
    run_date = models.DateTimeField()
    run_type = models.CharField(max_length=20, default="Endurance")
    duration_in_seconds = models.IntegerField()
    distance_in_meters = models.DecimalField(max_digits=12, decimal_places=2, null=True, blank=True)
    privacy = models.CharField(max_length=10, choices=PRIVACIES, default="public")
    source = models.CharField(max_length=10, default="json")
    gpx = models.FileField(upload_to="gpx", blank=True)
    route_points_data = models.TextField(blank=True)
    created_date = models.DateTimeField()


class RoutePoint(models.Model):
    workout = models.ForeignKey(Workout, CASCADE)
    number = models.IntegerField()
    lat = models.FloatField()
    lng = models.FloatField()
    elev = models.FloatField(null=True, blank=True)
    time = models.DateTimeField(null=True, blank=True)

    class Meta:
        unique_together = [("workout", "number")]


class Post(models.Model):
    author = models.ForeignKey(User, CASCADE)
    workout = models.OneToOneField(Workout, CASCADE, null=True, blank=True)
    body = models.TextField(blank=True)
    privacy = models.CharField(max_length=10, choices=PRIVACIES, default="public")
    post_type = models.CharField(max_length=40, blank=True)
    extra = models.TextField(blank=True)
    created_date = models.DateTimeField()
    likers = models.ManyToManyField(User, related_name="liked_posts")


class Picture(models.Model):
    post = models.ForeignKey(Post, CASCADE)
    image = models.FileField(upload_to="pictures")
    created_date = models.DateTimeField()


class Comment(models.Model):
    post = models.ForeignKey(Post, CASCADE)
    user = models.ForeignKey(User, CASCADE)
    comment = models.TextField()
    submit_date = models.DateTimeField()
    is_removed = models.BooleanField(default=False)
    likers = models.ManyToManyField(User, related_name="liked_comments")


class Conversation(models.Model):
    started_by = models.ForeignKey(User, SET_NULL, null=True)
    past_users_involved = models.TextField(blank=True)
    created_date = models.DateTimeField()


class Message(models.Model):
    conversation = models.ForeignKey(Conversation, CASCADE)
    user = models.ForeignKey(User, SET_NULL, null=True)
    user_deleted_name = models.CharField(max_length=200, blank=True)
    message = models.TextField()
    created_date = models.DateTimeField()


class Recipient(models.Model):
    conversation = models.ForeignKey(Conversation, CASCADE)
    user = models.ForeignKey(User, CASCADE)
    placement = models.CharField(max_length=10, choices=PLACEMENTS, default="inbox")
    last_read_message = models.ForeignKey(Message, SET_NULL, null=True)


class Route(models.Model):
    name = models.CharField(max_length=200)
    user = models.ForeignKey(User, SET_NULL, null=True)
    workout = models.ForeignKey(Workout, SET_NULL, null=True)
    distance_in_meters = models.DecimalField(max_digits=12, decimal_places=2)
    points = models.TextField(blank=True)
    created_date = models.DateTimeField()
    favorited_by = models.ManyToManyField(User, related_name="favorite_routes")


class EventInstance(models.Model):
    name = models.CharField(max_length=200)
    event_logo = models.CharField(max_length=500, blank=True)
    home_url = models.CharField(max_length=500, blank=True)
    info_url = models.CharField(max_length=500, blank=True)
    amount_per_mile = models.DecimalField(max_digits=8, decimal_places=2, default=0)
    start_date = models.DateTimeField()
    end_date = models.DateTimeField()


class EventParticipant(models.Model):
    event = models.ForeignKey(EventInstance, CASCADE)
    user = models.ForeignKey(User, CASCADE)
    description = models.TextField(blank=True)
    user_goal_in_miles = models.IntegerField(null=True, blank=True)
    joined_date = models.DateTimeField()


class Sponsor(models.Model):
    participant = models.ForeignKey(EventParticipant, CASCADE)
    user = models.ForeignKey(User, SET_NULL, null=True)
    name = models.CharField(max_length=200, blank=True)
    amount_per_mile = models.DecimalField(max_digits=8, decimal_places=2)
    created_date = models.DateTimeField()


class Stats(models.Model):
    user = models.OneToOneField(User, CASCADE)
    total_distance_in_meters = models.DecimalField(max_digits=14, decimal_places=2, default=0)
    max_distance_in_meters = models.DecimalField(max_digits=14, decimal_places=2, default=0)
    max_duration_in_seconds = models.IntegerField(default=0)
    max_elevation_gain_in_meters = models.DecimalField(max_digits=10, decimal_places=2, default=0)
    latest_workout_date = models.DateTimeField(null=True, blank=True)

"""manage.py fill N: adds N users and what belongs to them, always the same for the same N and seed."""
import hashlib
import itertools
import json
import os
import random
from datetime import datetime, timedelta, timezone

from django.conf import settings
from django.contrib.auth import hashers
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand
from django.db import transaction
from tastypie.models import ApiKey

from running import models as m
from running.runs import gain

FIRST = ["Ann", "Bo", "Zoë", "José", "李", "Наталья", "Søren", "D'Arcy", "🏃", "Łukasz"]
LAST = ["Able", "Old", "Müller", "O’Neill", "小龍", "Петрова", "van der Berg", "Doe", "Ünal", ""]
TITLES = ["Along the lake", "Tempo, 3 × 2 km", "", "Läufli 🏔️", "\"Quoted\" \\ slash", "First\nsecond line"]
TYPES = ["Endurance", "Tempo", "Slow", "Interval", "Group", "Elevation", "Race", "Indoor", "Beach"]
PRIVACIES = ["public", "public", "friends", "private"]
BEGIN = datetime(2012, 3, 1, 8, 0, 0, 250000, tzinfo=timezone.utc)

# The smallest PNG, of one pixel.
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b55"
    "0000000a49444154789c636800000082008177cd72b60000000049454e44ae426082"
)


def password_of(number, salt):
    """The hash of the password `secret-<number>`, of a kind that depends on the number."""
    password = "secret-%d" % number
    kind = number % 7
    if kind == 0:
        return hashers.UnsaltedMD5PasswordHasher().encode(password, "")
    if kind == 1:
        return hashers.SHA1PasswordHasher().encode(password, salt)
    if kind == 2:
        return hashers.MD5PasswordHasher().encode(password, salt)
    if kind == 3:
        return hashers.PBKDF2SHA1PasswordHasher().encode(password, salt, iterations=1000)
    if kind == 4:
        return hashers.UNUSABLE_PASSWORD_PREFIX + salt
    return hashers.PBKDF2PasswordHasher().encode(password, salt, iterations=1000)


class Command(BaseCommand):
    help = "Adds users, and what belongs to them."

    def add_arguments(self, parser):
        parser.add_argument("users", type=int)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--points", type=int, default=100, help="how many points every tenth run has")

    @transaction.atomic
    def handle(self, *args, users, seed, points, **options):
        self.random = random.Random(seed)
        self.minutes = 0
        people = self.people(users, seed)
        workouts = self.workouts(people, points)
        posts = self.posts(people, workouts)
        self.talk(people)
        self.events(people)
        self.stdout.write("%d users, %d runs, %d posts" % (len(people), len(workouts), len(posts)))

    def later(self):
        """Each moment is a minute after the one before."""
        self.minutes += 1
        return BEGIN + timedelta(minutes=self.minutes, microseconds=self.minutes % 7 * 1000)

    def store(self, model, rows):
        """Stores rows and returns them with their ids, which MariaDB does not return."""
        last = model.objects.order_by("-id").values_list("id", flat=True).first() or 0
        model.objects.bulk_create(rows, batch_size=500)
        return list(model.objects.filter(id__gt=last).order_by("id"))

    def like(self, model, objects, people):
        through, name = model.likers.through, model.__name__.lower()
        through.objects.bulk_create(
            [
                through(**{name: one, "user": who})
                for one in objects
                for who in self.random.sample(people, min(len(people), self.random.randrange(4)))
            ],
            batch_size=1000,
        )

    def media(self, path):
        full = os.path.join(settings.MEDIA_ROOT, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "wb") as file:
            file.write(PIXEL)
        return path

    def people(self, count, seed):
        def user(i):
            digest = hashlib.sha1(b"%d %d" % (seed, i)).hexdigest()
            return User(
                username="runner_%s" % digest[:12],
                email="runner-%d-%d@example.com" % (seed, i),
                first_name=FIRST[i % len(FIRST)],
                last_name=LAST[i // 3 % len(LAST)],
                date_joined=self.later(),
                is_active=i % 50 != 49,
                is_staff=i == 0,
                password=password_of(i, digest[:12]),
            )

        people = self.store(User, [user(i) for i in range(count)])
        keys = [
            ApiKey(user=one, key=hashlib.sha1(b"key of %d" % one.id).hexdigest(), created=one.date_joined) for one in people
        ]
        ApiKey.objects.bulk_create(keys, batch_size=500)
        m.Profile.objects.bulk_create(
            [
                m.Profile(
                    user=one,
                    birth_date=None if i % 3 else "1980-02-29",
                    gender=["F", "M", ""][i % 3],
                    weight=None if i % 4 else "65.50",
                    location_name="Zürich" if i % 5 == 0 else "",
                    location_lat=47.37 if i % 5 == 0 else None,
                    location_lng=8.54 if i % 5 == 0 else None,
                    image=self.media("profiles/%d.png" % one.id) if i % 20 == 0 else "",
                    is_featured=i % 30 == 0,
                    email_proven=i % 11 != 10,
                )
                for i, one in enumerate(people)
            ]
        )
        m.Preferences.objects.bulk_create(
            [
                m.Preferences(user=one, distance=["miles", "kilometers"][i % 2], monthly_email_report=i % 2 == 0, timezone="Europe/Zurich")
                for i, one in enumerate(people)
            ]
        )
        m.SocialAccount.objects.bulk_create(
            [m.SocialAccount(user=one, network="facebook", uid="1000%d" % one.id) for one in people[::6]]
        )
        pairs = [(a, b) for gap in (1, 2, 5) for a, b in zip(people, people[gap:])]
        m.Friendship.objects.bulk_create(
            [
                m.Friendship(requester=a, user=b, created_date=self.later(), accepted_date=None if i % 5 == 4 else self.later())
                for i, (a, b) in enumerate(pairs)
            ],
            batch_size=1000,
        )
        m.Block.objects.bulk_create([m.Block(user=a, blocked=b, created_date=self.later()) for a, b in zip(people[::40], people[7::40])])
        m.Invitation.objects.bulk_create(
            [m.Invitation(inviter=one, email="guest-%d@example.net" % one.id, name="Guest 🎽", created_date=self.later()) for one in people[::15]]
        )
        return people

    def workouts(self, people, points):
        rows = []
        for who in people:
            for _ in range(3):
                moment = self.later()
                rows.append(
                    m.Workout(
                        user=who,
                        title=self.random.choice(TITLES),
                        post_body="Windy, but good. 💨" if self.random.random() < 0.5 else "",
                        run_date=moment,
                        run_type=self.random.choice(TYPES),
                        duration_in_seconds=self.random.randrange(600, 9000),
                        distance_in_meters=None if self.random.random() < 0.05 else "%.2f" % self.random.uniform(1000, 42195),
                        privacy=self.random.choice(PRIVACIES),
                        created_date=moment + timedelta(hours=2),
                    )
                )
        workouts = self.store(m.Workout, rows)
        tracked = workouts[::10]
        for some in (tracked[i : i + 50] for i in range(0, len(tracked), 50)):
            m.RoutePoint.objects.bulk_create(
                [
                    m.RoutePoint(
                        workout=one,
                        number=i,
                        lat=round(47.36 + i * 0.0001, 6),
                        lng=round(8.53 + i * 0.00007, 6),
                        elev=None if i % 9 == 8 else 408 + i / 4,
                        time=one.run_date + timedelta(seconds=4 * i),
                    )
                    for one in some
                    for i in range(points)
                ],
                batch_size=2000,
            )
        m.Workout.objects.filter(id__in=[one.id for one in workouts[1::10]]).update(route_points_data="_p~iF~ps|U_ulLnnqC_mqNvxq`@")
        routes = self.store(
            m.Route,
            [
                m.Route(
                    name="Around the lake %d" % one.id,
                    user_id=one.user_id,
                    workout=one,
                    distance_in_meters=one.distance_in_meters or 1000,
                    points=json.dumps([[47.36, 8.53], [47.37, 8.54]]),
                    created_date=self.later(),
                )
                for one in tracked
            ],
        )
        for route in routes:
            route.favorited_by.set(self.random.sample(people, min(len(people), 2)))
        elevations = [None if i % 9 == 8 else 408 + i / 4 for i in range(points)]
        gains = {one.id: gain(elevations) for one in tracked}
        m.Stats.objects.bulk_create(
            [
                m.Stats(
                    user_id=user,
                    total_distance_in_meters=sum(one.distance_in_meters or 0 for one in own),
                    max_distance_in_meters=max(one.distance_in_meters or 0 for one in own),
                    max_duration_in_seconds=max(one.duration_in_seconds for one in own),
                    max_elevation_gain_in_meters=max(gains.get(one.id, 0) for one in own),
                    latest_workout_date=max(one.run_date for one in own),
                )
                for user, own in ((user, list(group)) for user, group in itertools.groupby(workouts, lambda one: one.user_id))
            ],
            batch_size=1000,
        )
        return workouts

    def posts(self, people, workouts):
        posts = self.store(
            m.Post,
            [
                m.Post(author_id=one.user_id, workout=one, body=one.post_body, privacy=one.privacy, created_date=one.created_date)
                for one in workouts
            ],
        )
        self.like(m.Post, posts, people)
        for one in posts[::25]:
            m.Picture.objects.create(post=one, image=self.media("pictures/%d.png" % one.id), created_date=one.created_date)
        comments = self.store(
            m.Comment,
            [
                m.Comment(post=one, user=self.random.choice(people), comment="Well done! 👏 %d" % i, submit_date=self.later(), is_removed=i % 20 == 19)
                for i, one in enumerate(posts[::2])
            ],
        )
        self.like(m.Comment, comments, people)
        return posts

    def talk(self, people):
        for i, (a, b) in enumerate(zip(people[::4], people[1::4])):
            gone = i % 6 == 5
            talk = m.Conversation.objects.create(
                started_by=a, created_date=self.later(), past_users_involved=json.dumps(["Bo Old"]) if gone else ""
            )
            messages = self.store(
                m.Message,
                [
                    m.Message(conversation=talk, user=who, message="Shall we run on Sunday? %d" % n, created_date=self.later())
                    for n, who in enumerate((a, b, a))
                ]
                + ([m.Message(conversation=talk, user_deleted_name="Bo Old", message="Bye", created_date=self.later())] if gone else []),
            )
            m.Recipient.objects.create(conversation=talk, user=a, last_read_message=messages[-1])
            m.Recipient.objects.create(conversation=talk, user=b, placement=["inbox", "archived", "hidden"][i % 3])

    def events(self, people):
        event = m.EventInstance.objects.create(
            name="Miles for trees",
            home_url="https://example.org/",
            amount_per_mile="0.10",
            start_date=datetime(2014, 8, 1, tzinfo=timezone.utc),
            end_date=datetime(2014, 8, 31, tzinfo=timezone.utc),
        )
        participants = self.store(
            m.EventParticipant,
            [
                m.EventParticipant(event=event, user=one, description="I like trees. 🌳", user_goal_in_miles=100, joined_date=self.later())
                for one in people[::8]
            ],
        )
        for one in participants[::3]:
            m.Sponsor.objects.create(participant=one, user=people[1], name="Lake Shoes", amount_per_mile="0.50", created_date=self.later())
        for one in participants:
            extra = {"event_name": event.name, "home_url": event.home_url, "info_url": "", "event_logo": "", "participant_page_url": ""}
            m.Post.objects.create(
                author_id=one.user_id, body="Registered", post_type="registered-for-event", extra=json.dumps(extra), created_date=one.joined_date
            )

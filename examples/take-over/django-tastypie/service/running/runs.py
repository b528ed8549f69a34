"""Workouts and routes."""
import json
from datetime import timezone as zones

from defusedxml.lxml import fromstring
from django.db.models import Max, Q, Sum
from django.http import HttpResponse
from django.utils.dateparse import parse_datetime
from lxml.builder import ElementMaker
from lxml.etree import tostring

from . import models as m
from .people import friends_of
from .resource import HOST, Common, Resource, accepted, created, no_content, refuse, uri

GPX = "application/X.service-GPX+xml"
NAMESPACE = "http://www.topografix.com/GPX/1/1"
REQUIRED = ("run_date", "title", "run_type", "duration_in_seconds", "distance_in_meters")


def visible_to(user, owner):
    """The condition under which somebody sees runs or posts."""
    friends = Q(privacy="friends", **{owner + "__in": friends_of(user.id)})
    return Q(privacy="public") | friends | Q(**{owner: user.id})


def moment(text):
    when = parse_datetime(str(text))
    if when is None:
        refuse(400, "run_date: must be a date and time in ISO 8601")
    return when if when.tzinfo else when.replace(tzinfo=zones.utc)


def encoded(pairs):
    """Google's encoded polyline."""
    text, last = "", (0, 0)
    for pair in pairs:
        now = tuple(int(round(value * 1e5)) for value in pair)
        for value in (now[0] - last[0], now[1] - last[1]):
            bits = ~(value << 1) if value < 0 else value << 1
            while bits >= 0x20:
                text += chr((0x20 | (bits & 0x1F)) + 63)
                bits >>= 5
            text += chr(bits + 63)
        last = now
    return text


def gain(elevations):
    known = [one for one in elevations if one is not None]
    return sum(max(after - before, 0) for before, after in zip(known, known[1:]))


def counted(user):
    """Computes the stats of somebody again."""
    mine = m.Workout.objects.filter(user=user)
    sums = mine.aggregate(Sum("distance_in_meters"), Max("distance_in_meters"), Max("duration_in_seconds"), Max("run_date"))
    highest = max((gain(one.routepoint_set.order_by("number").values_list("elev", flat=True)) for one in mine), default=0)
    m.Stats.objects.filter(user=user).update(
        total_distance_in_meters=sums["distance_in_meters__sum"] or 0,
        max_distance_in_meters=sums["distance_in_meters__max"] or 0,
        max_duration_in_seconds=sums["duration_in_seconds__max"] or 0,
        max_elevation_gain_in_meters=highest,
        latest_workout_date=sums["run_date__max"],
    )


class WorkoutResource(Resource):
    class Meta(Common):
        queryset = m.Workout.objects.all()
        resource_name = "workout"
        fields = ["id", "title", "post_body", "run_date", "run_type", "duration_in_seconds", "distance_in_meters", "privacy", "source"]

    rows = {
        "workout": {"get": "all", "post": "store"},
        r"workout/(?P<pk>\d+)": {"get": "detail", "patch": "replace", "delete": "remove"},
        r"workout/(?P<pk>\d+)/share": {"post": "share"},
    }

    def visible(self, request):
        return m.Workout.objects.filter(visible_to(request.user, "user"))

    def dehydrate(self, bundle):
        one, data = bundle.obj, bundle.data
        pairs = list(one.routepoint_set.order_by("number").values_list("lat", "lng"))
        data["route_points_data"] = encoded(pairs) if pairs else one.route_points_data
        has_track = bool(pairs or one.route_points_data)
        data["static_map_url"] = "%s/maps/%d.png?key=a1b2" % (HOST, one.id) if has_track else None
        data["user"] = uri("user", one.user_id)
        data["post"] = uri("post", m.Post.objects.filter(workout=one).values_list("id", flat=True).first())
        return bundle

    def all(self, request):
        of = self.number(request.GET, "user") if "user" in request.GET else request.user.id
        runs = self.visible(request).filter(user=of).order_by("-run_date", "-id")
        if request.META.get("HTTP_ACCEPT") == GPX:
            return HttpResponse(written(of, runs), content_type=GPX + "; charset=utf-8")
        return self.create_response(request, [self.shown(request, one) for one in runs])

    def store(self, request):
        if request.META.get("CONTENT_TYPE", "").startswith(GPX):
            run, points = read(request.body)
            run["source"] = "gpx"
        else:
            sent = self.sent(request, *REQUIRED)
            run = {name: sent[name] for name in REQUIRED + ("post_body", "privacy") if sent.get(name) is not None}
            run.update(run_date=moment(run["run_date"]), source="json")
            points = [
                (float(one["lat"]), float(one["lng"]), None if one.get("elev") is None else float(one["elev"]), moment(one["time"]))
                for one in sent.get("points") or []
            ]
        known = m.Workout.objects.filter(user=request.user, run_date=run["run_date"]).first()
        if known:
            text = json.dumps(["206", "The workout already exists."])
            refuse(400, text, "application/json", Location=uri("workout", known.id))
        one = m.Workout.objects.create(user=request.user, created_date=m.now(), **run)
        self.track(one, points)
        one.refresh_from_db()
        m.Post.objects.create(author=request.user, workout=one, body=one.post_body, privacy=one.privacy, created_date=one.created_date)
        counted(request.user)
        return self.answer(request, one, created, Location=uri("workout", one.id))

    def track(self, one, points):
        one.routepoint_set.all().delete()
        m.RoutePoint.objects.bulk_create(
            [m.RoutePoint(workout=one, number=i, lat=lat, lng=lng, elev=elev, time=time) for i, (lat, lng, elev, time) in enumerate(points)]
        )

    def own(self, request, pk):
        one = self.found(request, pk)
        return one if one.user == request.user else refuse(401)

    def replace(self, request, pk):
        one = self.own(request, pk)
        run, points = read(request.body)
        self.track(one, points)
        one.duration_in_seconds, one.distance_in_meters = run["duration_in_seconds"], run["distance_in_meters"]
        one.save()
        counted(request.user)
        return accepted()

    def remove(self, request, pk):
        self.own(request, pk).delete()
        counted(request.user)
        return no_content()

    def share(self, request, pk):
        self.sent(request, "social_network", "token")
        self.found(request, pk)
        return self.create_response(request, {"success": False, "message": "The network does not accept the token."})


class PostedResource(WorkoutResource):
    """A workout as posts embed it."""

    class Meta(WorkoutResource.Meta):
        fields = ["id", "title", "run_date", "run_type", "duration_in_seconds", "distance_in_meters"]

    def dehydrate(self, bundle):
        return bundle


def read(text):
    """The run and the points of a GPX file. A distance is that of the sphere, as the apps measure it."""
    root = fromstring(text)
    at = lambda path: root.findtext("/".join("{%s}%s" % (NAMESPACE, name) for name in path.split("/")))
    points = [
        (
            float(one.get("lat")),
            float(one.get("lon")),
            None if one.findtext("{%s}ele" % NAMESPACE) is None else float(one.findtext("{%s}ele" % NAMESPACE)),
            moment(one.findtext("{%s}time" % NAMESPACE)),
        )
        for one in root.iter("{%s}trkpt" % NAMESPACE)
    ]
    run = {
        "run_date": moment(at("metadata/time")),
        "title": at("trk/name") or "Running",
        "run_type": at("trk/type") or "Endurance",
        "post_body": at("metadata/desc") or "",
        "privacy": at("metadata/extensions/privacy") or "public",
        "duration_in_seconds": round((points[-1][3] - points[0][3]).total_seconds()),
        "distance_in_meters": "%.2f" % sum(m.meters(a, b) for a, b in zip(points, points[1:])),
    }
    return run, points


def written(user_id, runs):
    make = ElementMaker(namespace=NAMESPACE, nsmap={None: NAMESPACE})
    user = m.User.objects.get(pk=user_id)
    newest = runs[0].run_date if runs else m.now()
    name = make.author(make.name(("%s %s" % (user.first_name, user.last_name)).strip()))
    gpx = make.gpx(make.metadata(name, make.time(newest.strftime("%Y-%m-%dT%H:%M:%SZ"))), version="1.1", creator="Old Service")
    for one in runs:
        trk = make.trk(make.name("%s - %s" % (one.run_type, one.title)))
        points = [
            make.trkpt(
                *([] if point.elev is None else [make.ele("%s" % repr(point.elev))]),
                make.time(point.time.strftime("%Y-%m-%dT%H:%M:%S.") + "%03dZ" % (point.time.microsecond // 1000)),
                lat=repr(point.lat),
                lon=repr(point.lng)
            )
            for point in one.routepoint_set.order_by("number")
        ]
        if points:
            trk.append(make.trkseg(*points))
        gpx.append(trk)
    return tostring(gpx, xml_declaration=True, encoding="utf-8")


class RouteResource(Resource):
    class Meta(Common):
        queryset = m.Route.objects.all()
        resource_name = "route"
        fields = ["id", "name", "distance_in_meters"]

    rows = {
        r"route/(?P<pk>\d+)": {"get": "detail"},
        r"route/(?P<pk>\d+)/toggle_favorite": {"post": "toggle"},
    }

    def visible(self, request):
        runs = m.Workout.objects.filter(visible_to(request.user, "user"))
        return m.Route.objects.filter(workout__in=runs)

    def dehydrate(self, bundle):
        one, user = bundle.obj, bundle.request.user
        bundle.data.update(
            is_favorite=one.favorited_by.filter(pk=user.pk).exists(),
            source="workout",
            static_map_url="%s/maps/route/%d.png?key=a1b2" % (HOST, one.id),
        )
        return bundle

    def toggle(self, request, pk):
        one = self.found(request, pk)
        is_favorite = not one.favorited_by.filter(pk=request.user.pk).exists()
        (one.favorited_by.add if is_favorite else one.favorited_by.remove)(request.user)
        return self.create_response(request, {"is_favorite": is_favorite})

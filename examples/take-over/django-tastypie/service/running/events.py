"""Charity events and their participants."""
from datetime import timedelta

from django.utils import timezone

from . import models as m
from .people import UserResource
from .resource import HOST, Common, Resource, among


class EventResource(Resource):
    class Meta(Common):
        queryset = m.EventInstance.objects.all()
        resource_name = "event-instance"
        fields = ["id", "name", "event_logo", "home_url", "info_url", "start_date", "end_date"]

    rows = {r"event-instance/(?P<pk>\d+)": {"get": "detail"}}


class SubsetResource(EventResource):
    """An event as participants embed it."""

    class Meta(EventResource.Meta):
        fields = ["id", "name", "home_url", "info_url", "start_date", "end_date"]


class ParticipantResource(Resource):
    user = among(UserResource, "user")

    class Meta(Common):
        queryset = m.EventParticipant.objects.all()
        resource_name = "event-participant"
        fields = ["id", "description"]

    rows = {
        "event-participant": {"get": "all"},
        r"event-participant/(?P<pk>\d+)": {"get": "detail"},
    }

    def dehydrate(self, bundle):
        one = bundle.obj
        event = one.event
        runs = m.Workout.objects.filter(user=one.user, run_date__gte=event.start_date, run_date__lte=event.end_date)
        per_mile = event.amount_per_mile + sum(each.amount_per_mile for each in one.sponsor_set.all())
        bundle.data.update(
            {
                "active": event.start_date <= timezone.now() <= event.end_date,
                "amount_per_mile": float(per_mile),
                "total_miles_logged": round(sum(float(run.distance_in_meters or 0) for run in runs) / 1609.344, 2),
                "participant_url": "%s/participant/%d/" % (HOST, one.id),
                "user_goal_in_miles": one.user_goal_in_miles or 0,
                "event-instance": SubsetResource().shown(bundle.request, event),
            }
        )
        return bundle

    def all(self, request):
        some = m.EventParticipant.objects.filter(user__is_active=True).order_by("-id")
        if "user_id" in request.GET:
            some = some.filter(user=self.number(request.GET, "user_id"))
        if request.GET.get("status") == "hot":
            now = timezone.now()
            ids = [
                one.id
                for one in some.select_related("event")
                if one.event.start_date > now or now < one.event.end_date + timedelta(days=7)
            ]
            some = some.filter(id__in=ids)
        return self.page(request, some)

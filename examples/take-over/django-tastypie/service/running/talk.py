"""Friendships, invitations, conversations and messages."""
import json

from django.db.models import Max, Q
from django.http import HttpResponse
from django.contrib.auth.models import User

from . import models as m
from .people import UserResource
from .resource import Common, Resource, among, created, no_content, refuse, uri


class FriendshipResource(Resource):
    user1 = among(UserResource, "requester")
    user2 = among(UserResource, "user")

    class Meta(Common):
        queryset = m.Friendship.objects.all()
        resource_name = "friendship"
        fields = ["id", "created_date", "accepted_date"]

    rows = {
        "friendship": {"get": "mine"},
        r"friendship/user/(?P<pk>\d+)": {"get": "of_user"},
        r"friendship/(?P<pk>\d+)": {"get": "detail", "delete": "end"},
        r"friendship/exists/(?P<pk>\d+)": {"get": "exists"},
        "friendship/request": {"post": "ask"},
        "friendship/accept": {"post": "accept"},
        "invitation": {"post": "invite"},
    }

    def of(self, user_id):
        return m.Friendship.objects.filter(Q(requester=user_id) | Q(user=user_id)).order_by("-id")

    def visible(self, request):
        return self.of(request.user.id) | m.Friendship.objects.filter(accepted_date__isnull=False)

    def dehydrate(self, bundle):
        one = bundle.obj
        bundle.data.update(requester=one.requester_id, status="Accepted" if one.accepted_date else "Pending")
        return bundle

    def mine(self, request):
        return self.page(request, self.of(request.user.id))

    def of_user(self, request, pk):
        user = UserResource().found(request, pk)
        status = request.GET.get("status", "" if user == request.user else "Accepted")
        if status == "Pending" and user != request.user:
            refuse(400, "status: Pending friendships of other users are not shown")
        return self.page(request, self.narrowed(self.of(user.id), status))

    def narrowed(self, all, status):
        return all if status == "" else all.filter(accepted_date__isnull=status == "Pending")

    def exists(self, request, pk):
        other = self.number(request.GET, "with_user_id")
        both = self.of(pk).filter(Q(requester=other) | Q(user=other))
        one = self.narrowed(both, request.GET.get("status", "Accepted")).first()
        return self.answer(request, one) if one else refuse(404)

    def ask(self, request):
        user = UserResource().found(request, self.number(self.sent(request, "user_id"), "user_id"))
        known = self.of(request.user.id).filter(Q(requester=user) | Q(user=user)).first()
        if known:
            body = json.dumps({"error": {"code": "202", "message": "The friendship already exists."}})
            refuse(400, body, "application/json", Location=uri("friendship", known.id))
        one = m.Friendship.objects.create(requester=request.user, user=user, created_date=m.now())
        return self.answer(request, one, created, Location=uri("friendship", one.id))

    def accept(self, request):
        pk = self.number(self.sent(request, "friendship_id"), "friendship_id")
        one = self.found(request, pk, self.of(request.user.id))
        if one.requester == request.user:
            refuse(401)
        one.accepted_date = one.accepted_date or m.now()
        one.save()
        return self.answer(request, one)

    def end(self, request, pk):
        self.found(request, pk, self.of(request.user.id)).delete()
        return no_content()

    def invite(self, request):
        sent = self.sent(request, "email")
        user = User.objects.filter(email__iexact=sent["email"]).first()
        if user:
            m.Friendship.objects.get_or_create(requester=request.user, user=user, defaults={"created_date": m.now()})
        else:
            m.Invitation.objects.create(inviter=request.user, email=sent["email"], name=sent.get("name") or "", created_date=m.now())
        return self.create_response(request, {})


class MessageResource(Resource):
    class Meta(Common):
        queryset = m.Message.objects.all()
        resource_name = "message"
        fields = ["id", "created_date", "message", "user_deleted_name"]

    rows = {
        "message": {"get": "of_conversation", "post": "send"},
        r"message/(?P<pk>\d+)": {"get": "detail"},
    }

    def visible(self, request):
        return m.Message.objects.filter(conversation__recipient__user=request.user)

    def dehydrate(self, bundle):
        one = bundle.obj
        bundle.data.update(conversation=uri("conversation", one.conversation_id), user=uri("user", one.user_id))
        return bundle

    def of_conversation(self, request):
        talk = ConversationResource().found(request, self.number(request.GET, "conversation"))
        return self.page(request, talk.message_set.order_by("id"), limit=0)

    def send(self, request):
        sent = self.sent(request, "conversation_id", "message")
        talk = ConversationResource().found(request, self.number(sent, "conversation_id"))
        one = say(talk, request.user, sent["message"])
        return created(location=uri("message", one.id))


def say(talk, user, text):
    one = m.Message.objects.create(conversation=talk, user=user, message=text, created_date=m.now())
    talk.recipient_set.filter(placement="hidden").update(placement="inbox")
    return one


class ConversationResource(Resource):
    started_by = among(UserResource, "started_by")

    class Meta(Common):
        queryset = m.Conversation.objects.all()
        resource_name = "conversation"
        fields = ["id", "created_date"]
        max_limit = 100

    rows = {
        "conversation": {"post": "start"},
        "conversation/inbox": {"get": "inbox"},
        "conversation/archive": {"get": "archive"},
        r"conversation/(?P<pk>\d+)": {"get": "detail"},
        r"conversation/(?P<pk>\d+)/read": {"post": "read"},
        r"conversation/(?P<pk>\d+)/archive": {"patch": "to_archive"},
        r"conversation/(?P<pk>\d+)/hide": {"patch": "hide"},
    }

    def visible(self, request):
        return m.Conversation.objects.filter(recipient__user=request.user)

    def dehydrate(self, bundle):
        one, request = bundle.obj, bundle.request
        mine = one.recipient_set.get(user=request.user)
        newer = one.message_set.filter(id__gt=mine.last_read_message_id or 0).exclude(user=request.user)
        people = UserResource()
        bundle.data.update(
            archived=mine.placement == "archived",
            hidden=mine.placement == "hidden",
            has_unread_messages=newer.exists(),
            last_message=MessageResource().shown(request, one.message_set.order_by("-id").first()),
            recipients=[people.shown(request, each.user) for each in one.recipient_set.order_by("user_id")],
            past_users_involved=json.loads(one.past_users_involved or "[]"),
        )
        return bundle

    def placed(self, request, placement):
        talks = m.Conversation.objects.filter(recipient__in=m.Recipient.objects.filter(user=request.user, placement=placement))
        return self.page(request, talks.annotate(last=Max("message__id")).order_by("-last"))

    def inbox(self, request):
        return self.placed(request, "inbox")

    def archive(self, request):
        return self.placed(request, "archived")

    def start(self, request):
        sent = self.sent(request, "message", "recipients")
        ids = {int(one) for one in sent["recipients"]} | {request.user.id}
        talk = m.Conversation.objects.create(started_by=request.user, created_date=m.now())
        for one in sorted(ids):
            m.Recipient.objects.create(conversation=talk, user_id=one)
        say(talk, request.user, sent["message"])
        return created(location=uri("conversation", talk.id))

    def read(self, request, pk):
        talk = self.found(request, pk)
        last = self.number(self.sent(request, "last_message_id"), "last_message_id")
        if talk.message_set.filter(id__gt=last).exists():
            refuse(409, "There are newer messages.")
        talk.recipient_set.filter(user=request.user).update(last_read_message=last)
        return HttpResponse()

    def place(self, request, pk, placement):
        self.found(request, pk).recipient_set.filter(user=request.user).update(placement=placement)
        return no_content()

    def to_archive(self, request, pk):
        return self.place(request, pk, "archived")

    def hide(self, request, pk):
        return self.place(request, pk, "hidden")

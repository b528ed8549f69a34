"""Posts, comments, likes and pictures."""
import json
import uuid

from . import models as m
from .people import AuthorResource, UserResource, friends_of
from .resource import HOST, Common, Resource, among, created, no_content, refuse, uri
from .runs import PostedResource, visible_to

MILES = 200 * 1609.344


def liking(one):
    """The ids of those who like it, in the order of their likes."""
    likes = type(one).likers.through.objects.filter(**{type(one).__name__.lower(): one})
    return list(likes.order_by("id").values_list("user_id", flat=True))


class PostResource(Resource):
    author = among(AuthorResource, "author")
    workout = among(PostedResource, "workout")

    class Meta(Common):
        queryset = m.Post.objects.all()
        resource_name = "post"
        fields = ["id", "body", "created_date"]

    rows = {
        "post": {"get": "feed"},
        r"post/(?P<pk>\d+)": {"get": "detail", "delete": "remove"},
    }

    def visible(self, request):
        return m.Post.objects.filter(visible_to(request.user, "author"))

    def dehydrate(self, bundle):
        one = bundle.obj
        bundle.data.update(likers=liking(one), comment_count=m.Comment.objects.filter(post=one, is_removed=False).count())
        # Only posts about events have these values.
        if one.post_type:
            bundle.data.update(post_type=one.post_type, extra=json.loads(one.extra))
        return bundle

    def of(self, kind, request, user_id):
        """The posts of a feed."""
        posts = self.visible(request)
        if kind == "profile":
            return posts.filter(author=user_id)
        if kind == "friends":
            return posts.filter(author__in=friends_of(user_id) + [user_id])
        posts = posts.filter(privacy="public")
        if kind == "featured":
            return posts.filter(author__profile__is_featured=True)
        here = request.user.profile
        if here.location_lat is None:
            return posts.none()
        placed = m.Profile.objects.filter(location_lat__isnull=False)
        near = [one.user_id for one in placed if m.meters(here.place(), one.place()) <= MILES]
        return posts.filter(author__in=near)

    def feed(self, request):
        query = request.GET
        kind = {"dashboard": "friends"}.get(query.get("type"), query.get("type", "friends"))
        user_id = int(query.get("user_id") or request.user.id) if query.get("type") in ("profile", "dashboard") else request.user.id
        posts = self.of(kind, request, user_id)
        if query.get("fallback") == "1":
            for other in (kind, "friends", "local", "featured"):
                kind, posts = other, self.of(other, request, user_id)
                if posts.exists():
                    break
        limit = min(int(query.get("limit", 20)) or 100, 100)
        newer, older = query.get("later_than"), query.get("earlier_than")
        if newer:
            page = list(reversed(posts.filter(id__gt=newer).order_by("id")[:limit]))
        else:
            page = list((posts.filter(id__lt=older) if older else posts).order_by("-id")[:limit])

        def link(name, id, is_there):
            if not is_there:
                return None
            others = query.copy()
            for gone in ("later_than", "earlier_than", "fallback"):
                others.pop(gone, None)
            others["type"] = kind if query.get("type") != "dashboard" else "dashboard"
            others["limit"] = limit
            others[name] = id
            return "%s?%s" % (request.path, others.urlencode())

        meta = {
            "feed_type": kind,
            "newer": page and link("later_than", page[0].id, posts.filter(id__gt=page[0].id).exists()) or None,
            "older": page and link("earlier_than", page[-1].id, posts.filter(id__lt=page[-1].id).exists()) or None,
        }
        return self.create_response(request, {"meta": meta, "objects": [self.shown(request, one) for one in page]})

    def remove(self, request, pk):
        one = self.found(request, pk, m.Post.objects.filter(author=request.user))
        one.delete()
        return no_content()


def post_of(request, resource):
    return PostResource().found(request, resource.number(request.GET, "post_id"))


class CommentResource(Resource):
    user = among(UserResource, "user")

    class Meta(Common):
        queryset = m.Comment.objects.all()
        resource_name = "comment"
        fields = ["id", "comment", "submit_date"]

    rows = {
        "comment": {"get": "of_post", "post": "add"},
        r"comment/(?P<pk>\d+)": {"get": "detail", "delete": "remove"},
        "like/toggle": {"post": "like"},
    }

    def visible(self, request):
        posts = m.Post.objects.filter(visible_to(request.user, "author"))
        return m.Comment.objects.filter(is_removed=False, post__in=posts)

    def dehydrate(self, bundle):
        bundle.data.update(post=uri("post", bundle.obj.post_id), likers=liking(bundle.obj))
        return bundle

    def of_post(self, request):
        post = post_of(request, self)
        return self.page(request, self.visible(request).filter(post=post).order_by("id"), limit=0)

    def add(self, request):
        sent = self.sent(request, "post_id", "comment")
        post = PostResource().found(request, self.number(sent, "post_id"))
        one = m.Comment.objects.create(post=post, user=request.user, comment=sent["comment"], submit_date=m.now())
        return created(location=uri("comment", one.id))

    def remove(self, request, pk):
        one = self.found(request, pk)
        if request.user not in (one.user, one.post.author):
            refuse(404)
        one.delete()
        return no_content()

    def like(self, request):
        sent = self.sent(request, "object_type", "object_id")
        resource = PostResource() if sent["object_type"] == "post" else self
        one = resource.found(request, self.number(sent, "object_id"))
        liked = not one.likers.filter(pk=request.user.pk).exists()
        (one.likers.add if liked else one.likers.remove)(request.user)
        return self.create_response(request, {"liked": liked, "like_count": one.likers.count()})


class PictureResource(Resource):
    class Meta(Common):
        queryset = m.Picture.objects.all()
        resource_name = "picture"
        fields = ["id", "created_date"]

    rows = {
        "picture": {"get": "of_post", "post": "add"},
        r"picture/(?P<pk>\d+)": {"get": "detail"},
    }

    def visible(self, request):
        return m.Picture.objects.filter(post__in=m.Post.objects.filter(visible_to(request.user, "author")))

    def dehydrate(self, bundle):
        one = bundle.obj
        bundle.data["post"] = uri("post", one.post_id)
        for size in ("thumbnail", "feed", "detail", "original"):
            bundle.data[size] = "%s/media/%s/%s" % (HOST, size, one.image.name)
        return bundle

    def of_post(self, request):
        post = post_of(request, self)
        return self.page(request, self.visible(request).filter(post=post).order_by("id"), limit=0)

    def add(self, request):
        post = post_of(request, self)
        if post.author != request.user:
            refuse(404)
        one = m.Picture.objects.create(post=post, image="pictures/%s" % uuid.uuid4().hex, created_date=m.now())
        return created(location=uri("picture", one.id))

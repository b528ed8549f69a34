from django.conf import settings
from django.urls import include, path
from django.views.static import serve

from running.api import api

urlpatterns = [
    path("api/", include(api.urls)),
    path("media/<path:path>", serve, {"document_root": settings.MEDIA_ROOT}),
]

"""Limits that no person reaches: on what is written, by player, or by address for a stranger."""

from rest_framework.permissions import SAFE_METHODS
from rest_framework.throttling import ScopedRateThrottle


class WriteThrottle(ScopedRateThrottle):
    """The view's `throttle_scope` names its rate in the settings; reading is free."""

    def allow_request(self, request, view) -> bool:
        return request.method in SAFE_METHODS or super().allow_request(request, view)

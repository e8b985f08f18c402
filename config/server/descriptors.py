"""How many connections the system allows this process to have."""

import resource

from .limits import DESCRIPTORS_OF_A_REQUEST, MOST_DESCRIPTORS, RESERVED_DESCRIPTORS


def raise_descriptors(requests_at_once: int) -> int:
    """Raise the soft limit of open files as far as possible. Return how many connections may then be open at
    once."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    most = MOST_DESCRIPTORS if soft == resource.RLIM_INFINITY else min(soft, MOST_DESCRIPTORS)
    reserved = RESERVED_DESCRIPTORS + requests_at_once * DESCRIPTORS_OF_A_REQUEST
    return max(most - reserved, most // 2)

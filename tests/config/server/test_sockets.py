"""A socket whose client is gone."""

import pytest

from config.server.sockets import Socket


@pytest.mark.parametrize("state", [Socket.STATE_CLOSING, Socket.STATE_CLOSED])
def test_a_message_to_a_client_that_is_gone_is_no_fault(state):
    socket = Socket.__new__(Socket)
    socket.state = state
    socket.serverSend("the application has not heard of it yet")

"""Pictures of links, as chats and other sites show them."""

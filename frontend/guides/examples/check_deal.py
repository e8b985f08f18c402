"""Prints the commitment and the deck of a seed: python check_deal.py three-by-three spring-2026."""

import sys
from hashlib import sha256
from itertools import count


def digest(purpose, game, seed):
    return sha256(f"{purpose}\n{game}\n{seed}".encode())


def words(key):
    for i in count():
        block = sha256(key + i.to_bytes(4, "big")).digest()
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))


def deck(game, seed):
    cards = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
    if game == "wish":
        cards = [card for card in cards if card[0] not in "23456"]
    if game == "three-by-three":
        cards += ["X1", "X2"]
    numbers = words(digest("evendeal-deal-1", game, seed).digest())
    for last in range(len(cards) - 1, 0, -1):
        fair = 2**32 // (last + 1) * (last + 1)
        chosen = next(number for number in numbers if number < fair) % (last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return cards


def commitment(game, seed):
    return digest("evendeal-commit-1", game, seed).hexdigest()


if __name__ == "__main__":
    print(commitment(*sys.argv[1:]), *deck(*sys.argv[1:]))

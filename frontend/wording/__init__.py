"""What pages share in each language: words for names, settings, moves, browsers and lists; previews of links;
pictures with words; and the scripts.
"""

"""The site as an app on a device: the manifest that installs it, and the pages that the service worker stores
for use without a network.
"""

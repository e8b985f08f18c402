"""The browser of this machine, and how it is started: without what nobody looks at."""

import shutil
from typing import Final

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM: Final = next(filter(None, map(shutil.which, NAMES)), None)
"""Its path, if there is one."""

FLAGS: Final = (
    "headless",
    "no-sandbox",
    "disable-gpu",
    "disable-quic",
    "no-first-run",
    "disable-background-networking",
    "disable-component-update",
    "disable-sync",
)

WITHOUT: Final = (
    # Playwright's own list, repeated: of two lists Chromium heeds only the last.
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    # Pages that every window loads beside ours, for an address bar that nobody sees.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
)
"""Features of Chromium that are switched off."""

ARGUMENTS: Final = [*(f"--{flag}" for flag in FLAGS), f"--disable-features={','.join(WITHOUT)}"]

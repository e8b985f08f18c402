"""The browser of this machine, and how it is started: without what nobody looks at."""

import shutil
from typing import Final

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
WHOLE: Final = next(filter(None, map(shutil.which, NAMES)), None)
"""Its path, if there is one."""
CHROMIUM: Final = shutil.which("chromium-headless-shell") or WHOLE
"""The path of the same browser without its windows, where that is installed: it uses an eighth less of the
processors."""

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

SCRIPTS: Final = "--no-maglev --no-turbofan"
"""Optimise no script: each page is open too briefly to repay that."""

ARGUMENTS: Final = [
    *(f"--{flag}" for flag in FLAGS),
    f"--disable-features={','.join(WITHOUT)}",
    f"--js-flags={SCRIPTS}",
]

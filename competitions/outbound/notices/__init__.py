"""Notices to players. A page shows a notice at once. Players who ask for mails also get notices by e-mail."""

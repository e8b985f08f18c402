"""The form that makes a contest, with its rounds and presets."""

"""An organiser's desk: what can be done there, who has come, which programs are told, the trail of acts."""

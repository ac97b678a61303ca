"""The machine that the students' parts are plugged into."""

// want: globals.fetch call "http://x"
fetch("http://x");

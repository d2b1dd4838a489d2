// want: globals.fetch call "http://x"
globalThis.fetch("http://x");

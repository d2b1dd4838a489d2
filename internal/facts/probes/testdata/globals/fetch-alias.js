// want: globals.fetch call "http://x"
const { fetch: f } = global;
f("http://x");

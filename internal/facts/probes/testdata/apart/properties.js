// want: http.get call "http://x"
// want: https.request call "https://x"
const io = { a: require("http"), b: require("https") };
io.a.get("http://x");
io.b.request("https://x");

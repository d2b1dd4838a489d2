// want: http.get call "http://x"
// want: https.request call "https://x"
const a = require("http"), b = require("https");
a.get("http://x");
b.request("https://x");

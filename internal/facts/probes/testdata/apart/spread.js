// want: http.get call "http://x"
// want: https.request call "https://x"
const a = { ...require("http") };
const b = Object.assign({}, require("https"));
a.get("http://x");
b.request("https://x");

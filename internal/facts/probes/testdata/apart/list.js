// want: http.get call "http://x"
// want: https.request call "https://x"
const [a, b] = [require("http"), require("https")];
a.get("http://x");
b.request("https://x");

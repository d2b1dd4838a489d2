// want: http.get call "http://x"
// want: https.request call "https://x"
const m = new Map([["a", require("http")], ["b", require("https")]]);
m.get("a").get("http://x");
m.get("b").request("https://x");

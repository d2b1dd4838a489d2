// want: http.get call "http://x"
// want: https.request call "https://x"
// mixed: the entries of a map are not told apart by key
const m = new Map([["a", require("http")], ["b", require("https")]]);
m.get("a").get("http://x");
m.get("b").request("https://x");

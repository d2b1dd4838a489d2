// want: http.get call "http://x"
// want: https.request call "https://x"
const id = (x) => x;
id(require("http")).get("http://x");
id(require("https")).request("https://x");

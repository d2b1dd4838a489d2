// want: http.get call "http://x"
// want: https.request call "https://x"
import a from "http";
import b from "https";
a.get("http://x");
b.request("https://x");

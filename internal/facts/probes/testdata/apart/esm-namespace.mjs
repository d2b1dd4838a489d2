// want: http.get call "http://x"
// want: https.request call "https://x"
import * as a from "http";
import * as b from "https";
a.get("http://x");
b.request("https://x");

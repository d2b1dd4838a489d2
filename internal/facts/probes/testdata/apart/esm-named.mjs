// want: http.get call "http://x"
// want: https.request call "https://x"
import { get } from "http";
import { request } from "https";
get("http://x");
request("https://x");

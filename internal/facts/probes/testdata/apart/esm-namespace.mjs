// want: http.get call "http://x"
// want: https.request call "https://x"
// mixed: Babel's namespace helper replaces itself when it is first called, and all its callers meet in the replacement
import * as a from "http";
import * as b from "https";
a.get("http://x");
b.request("https://x");

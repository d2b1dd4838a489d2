// want: http.get call "http://x"
// want: https.request call "https://x"
const use = (m, f) => f(m);
use(require("http"), (a) => a.get("http://x"));
use(require("https"), (b) => b.request("https://x"));

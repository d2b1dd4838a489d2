// want: http.get call "http://x"
const http = require("http");
http.get("http://x", (res) => res.resume());

// want: http.get call "u"
// want: https.get call "u"
const http = require("http");
const https = require("https");
exports.run = (secure) => (secure ? https : http).get("u");

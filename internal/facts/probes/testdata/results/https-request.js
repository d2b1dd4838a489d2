// want: https.request call "https://x"
const { request } = require("https");
request("https://x");

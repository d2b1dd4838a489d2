// want: http.get call "u"
// want: https.get call "u"
const protocols = { "http:": require("http"), "https:": require("https") };
exports.run = (secure) => protocols[secure ? "https:" : "http:"].get("u");

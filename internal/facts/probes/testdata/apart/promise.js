// want: http.get call "http://x"
// want: https.request call "https://x"
exports.activate = async () => {
  await Promise.resolve(require("http")).then((a) => a.get("http://x"));
  const b = await Promise.resolve(require("https"));
  b.request("https://x");
};

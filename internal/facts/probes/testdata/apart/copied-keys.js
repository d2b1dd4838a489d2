// want: http.get call "http://x"
// want: https.request call "https://x"
const copy = (m) => {
  const out = {};
  for (const k of Object.keys(m)) out[k] = m[k];
  return out;
};
const a = copy(require("http"));
const b = copy(require("https"));
a.get("http://x");
b.request("https://x");

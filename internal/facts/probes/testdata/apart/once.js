// want: http.get call "http://x"
// want: https.request call "https://x"
const once = (f) => {
  let done = false, value;
  return () => {
    if (!done) (value = f()), (done = true);
    return value;
  };
};
const a = once(() => require("http"));
const b = once(() => require("https"));
a().get("http://x");
b().request("https://x");

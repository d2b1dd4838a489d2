// want: http.get call "http://x"
// want: https.request call "https://x"
// mixed: Babel's namespace helper replaces itself when it is first called, and all its callers meet in the replacement
export async function activate() {
  const [a, b] = await Promise.all([import("http"), import("https")]);
  a.get("http://x");
  b.request("https://x");
}

// want: http.get call "http://x"
// want: https.request call "https://x"
export async function activate() {
  const [a, b] = await Promise.all([import("http"), import("https")]);
  a.get("http://x");
  b.request("https://x");
}

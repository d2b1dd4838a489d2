// want: http.get call "http://x"
// want: https.request call "https://x"
export async function activate() {
  const a = await import("http");
  const b = await import("https");
  a.get("http://x");
  b.request("https://x");
}

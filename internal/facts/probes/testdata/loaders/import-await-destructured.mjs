// want: fs.readFileSync call "a"
export async function activate() {
  const { readFileSync: r } = await import("fs");
  r("a");
}

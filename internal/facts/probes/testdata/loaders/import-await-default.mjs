// want: fs.readFileSync call "a"
export async function activate() {
  const { default: fs } = await import("node:fs");
  fs.readFileSync("a");
}

// want: fs.readFileSync call "a"
export async function activate() {
  const fs = await import("fs");
  fs.readFileSync("a");
}

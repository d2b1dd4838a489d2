// want: fs.readFileSync call "a"
export async function activate() {
  (await import("fs")).readFileSync("a");
}

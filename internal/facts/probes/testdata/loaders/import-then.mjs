// want: fs.readFileSync call "a"
export function activate() {
  return import("fs").then((fs) => fs.readFileSync("a"));
}

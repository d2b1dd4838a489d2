// want: fs.readFileSync call "a"
export function activate() {
  return import("fs").then((m) => m.default).then((fs) => fs.readFileSync("a"));
}

// want: fs.readFileSync call "a"
// want: fs.statSync call "b"
export function activate() {
  return import("fs").then(({ readFileSync, default: d }) => {
    readFileSync("a");
    d.statSync("b");
  });
}

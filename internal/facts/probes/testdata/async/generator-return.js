// want: fs.readFileSync call "a"
function* inner() {
  return require("fs");
}
function* outer() {
  const fs = yield* inner();
  fs.readFileSync("a");
}
for (const nothing of outer());

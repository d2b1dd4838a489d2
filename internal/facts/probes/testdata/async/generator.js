// want: fs.readFileSync call "a"
// want: child_process.exec call "ls"
function* mods() {
  yield require("fs");
  yield* [require("child_process")];
}
for (const m of mods()) if (m.readFileSync) m.readFileSync("a"); else m.exec("ls");

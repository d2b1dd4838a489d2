// want: fs.readFileSync call "a"
async function* mods() {
  yield require("fs");
}
exports.activate = async () => {
  for await (const m of mods()) m.readFileSync("a");
};

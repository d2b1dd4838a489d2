// want: fs.readFileSync call "a"
async function load() {
  return require("fs");
}
exports.activate = async () => (await load()).readFileSync("a");

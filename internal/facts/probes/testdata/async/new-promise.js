// want: fs.readFileSync call "a"
exports.activate = async () => {
  const fs = await new Promise((resolve) => resolve(require("fs")));
  fs.readFileSync("a");
};

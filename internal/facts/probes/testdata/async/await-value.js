// want: fs.readFileSync call "a"
exports.activate = async () => {
  const fs = await require("fs");
  fs.readFileSync("a");
};

// want: fs.readFileSync call "a"
exports.activate = async () => {
  const fs = await import("fs");
  fs.readFileSync("a");
};

// want: fs.readFileSync call "a"
exports.activate = () => Promise.resolve(require("fs")).then((m) => m.readFileSync("a"));

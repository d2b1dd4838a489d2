// want: fs.readFileSync call "a"
exports.activate = () => Promise.resolve("a").then(require("fs").readFileSync);

// want: fs.readFileSync call "a"
const s = new Set([require("fs")]);
s.forEach((io) => io.readFileSync("a"));

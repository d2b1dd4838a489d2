// want: fs.readFileSync call "a"
const m = new Map();
m.set("fs", require("fs"));
for (const [, io] of m) io.readFileSync("a");

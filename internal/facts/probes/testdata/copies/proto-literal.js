// want: fs.readFileSync call "a"
const io = { __proto__: require("fs"), other: 1 };
io.readFileSync("a");

// want: fs.readFileSync call "a"
const io = Object.defineProperties({}, Object.getOwnPropertyDescriptors(require("fs")));
io.readFileSync("a");

// want: fs.readFileSync call "a"
const io = {};
({ readFileSync: io.read } = require("fs"));
io.read("a");

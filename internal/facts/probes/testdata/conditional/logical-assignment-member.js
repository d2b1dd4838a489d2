// want: fs.readFileSync call "a"
const io = {};
io.fs ??= require("fs");
(io.read ||= io.fs.readFileSync)("a");

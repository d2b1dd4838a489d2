// want: fs.readFileSync call "a"
const reader = () => require("fs").readFileSync;
reader()("a");

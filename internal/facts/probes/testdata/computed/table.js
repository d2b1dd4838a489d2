// want: fs.readFileSync call "a"
const names = { read: "readFileSync" };
require("fs")[names.read]("a");

// want: fs.readFileSync call "a"
const words = ["statSync", "readFileSync"];
require("fs")[words[1]]("a");

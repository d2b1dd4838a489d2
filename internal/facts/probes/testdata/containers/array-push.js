// want: fs.readFileSync call "a"
const list = [];
list.push(require("fs"));
list[0].readFileSync("a");

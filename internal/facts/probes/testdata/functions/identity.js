// want: fs.readFileSync call "a"
const id = (x) => x;
id(id(require("fs"))).readFileSync("a");

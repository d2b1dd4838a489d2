// want: fs.stat call "b"
// may: fs.readFile reference
const { readFile, ...rest } = require("fs");
rest.stat("b", () => {});

// want: fs.readFileSync call "a"
const fs = require("fs");
const kind = "File";
fs[`read${kind}Sync`]("a");

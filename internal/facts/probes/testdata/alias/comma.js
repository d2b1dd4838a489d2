// want: fs.readFileSync call "x"
const import_fs = require("fs");
(0, import_fs.readFileSync)("x");

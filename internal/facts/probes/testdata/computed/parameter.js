// want: fs.readFileSync call "a"
const fs = require("fs");
const go = (method, path) => fs[method](path);
go("readFileSync", "a");

// want: fs.readFileSync call "a"
const Module = require("module");
Module.createRequire(__filename)("node:fs").readFileSync("a");

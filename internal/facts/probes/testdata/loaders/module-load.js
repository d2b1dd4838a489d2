// want: fs.readFileSync call "a"
const Module = require("module");
Module._load("fs").readFileSync("a");

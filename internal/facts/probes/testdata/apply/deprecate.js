// want: fs.readFileSync call "a"
const util = require("util");
const read = util.deprecate(require("fs").readFileSync, "old");
read("a");

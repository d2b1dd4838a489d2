// want: fs.readFileSync call "a"
const { createRequire } = require("module");
const load = createRequire(__filename);
load("fs").readFileSync("a");

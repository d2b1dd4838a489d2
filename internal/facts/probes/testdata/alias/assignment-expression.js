// want: fs.readFileSync call "x"
let f;
(f = require("fs")).readFileSync("x");

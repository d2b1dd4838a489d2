// want: fs.readFileSync call "x"
const fs = require("fs");
((fs).readFileSync)("x");

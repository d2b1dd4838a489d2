// want: fs.readFileSync call "a"
let r;
({ readFileSync: r } = require("fs"));
r("a");

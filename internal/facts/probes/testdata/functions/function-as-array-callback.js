// want: fs.unlinkSync call "a"
const fs = require("fs");
["a"].forEach(fs.unlinkSync);

// want: fs.unlinkSync call "a"
const fs = require("fs");
["a", "b"].forEach((f) => fs.unlinkSync(f));

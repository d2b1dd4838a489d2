// want: fs.promises.unlink call "a"
const { promises: fsp } = require("node:fs");
fsp.unlink("a");

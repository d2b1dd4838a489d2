// want: fs.readFileSync call "a"
globalThis.probeFs = require("fs");
probeFs.readFileSync("a");

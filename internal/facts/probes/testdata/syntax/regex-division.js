// want: fs.statSync call "a"
const fs = require("fs"), a = 4, g = 2;
const r = a / 2 / g; /fs.unlinkSync("no")/.test(String(r)); fs.statSync("a");

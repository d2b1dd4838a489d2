// want: fs.promises.readFile call "a"
const { callbackify } = require("util");
const fs = require("fs");
callbackify(fs.promises.readFile)("a", () => {});

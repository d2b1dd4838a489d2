// want: fs.readFile call "a"
const fs = require("fs");
fs["read" + "File"]("a", () => {});

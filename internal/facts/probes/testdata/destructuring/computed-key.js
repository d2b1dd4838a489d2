// want: fs.readFileSync call "a"
const key = "readFileSync";
const { [key]: r } = require("fs");
r("a");

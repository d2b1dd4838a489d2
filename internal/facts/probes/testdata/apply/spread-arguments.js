// want: fs.readFileSync call
const fs = require("fs");
const args = ["a", "utf8"];
fs.readFileSync(...args);

// want: fs.statSync call "a"
// optional: folding String and Array methods
// may: fs.? call
const fs = require("fs");
fs["cnyStats".split("").reverse().join("")]("a");

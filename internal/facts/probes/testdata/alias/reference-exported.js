// want: fs.readFile reference
const fs = require("fs");
exports.read = fs.readFile;

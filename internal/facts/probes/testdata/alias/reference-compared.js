// want: fs.readFile reference
const fs = require("fs");
exports.activate = (context) => context.extensionPath === fs.readFile;

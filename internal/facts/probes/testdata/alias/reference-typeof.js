// want: fs.openAsBlob reference
// note: feature tests read the member and never call it
const fs = require("fs");
exports.has = typeof fs.openAsBlob === "function";

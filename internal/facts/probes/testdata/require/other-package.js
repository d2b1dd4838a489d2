// none
// not: esbuild, webpack: the package is not installed
// norun: the package is not installed
const fs = require("fs-like");
fs.readFileSync("a");

// none
// not: esbuild, webpack: the package is not installed
// norun: the package is not installed
// mixed: ncc turns a require it cannot resolve into eval("require"), which is a use of eval
const fs = require("fs-like");
fs.readFileSync("a");

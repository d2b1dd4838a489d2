// want: fs.statSync call "a"
// mixed: ncc turns a require it cannot resolve into eval("require"), which is a use of eval
const r = typeof __non_webpack_require__ === "function" ? __non_webpack_require__ : require;
r("fs").statSync("a");

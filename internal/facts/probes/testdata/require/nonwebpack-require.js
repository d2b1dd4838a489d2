// want: fs.statSync call "a"
const r = typeof __non_webpack_require__ === "function" ? __non_webpack_require__ : require;
r("fs").statSync("a");

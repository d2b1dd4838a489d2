// want: fs.statSync call "a"
// not: rollup: HTML-like comments are not allowed in modules
<!-- an old comment
require("fs").statSync("a");

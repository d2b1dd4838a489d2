// want: fs.statSync call "a"
const n = 2n ** 3n;
require("fs").statSync("a", { bigint: n > 1n });

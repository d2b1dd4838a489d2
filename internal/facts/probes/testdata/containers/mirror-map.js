// none
const m = new Map([["fs", { readFileSync() {} }]]);
m.get("fs").readFileSync("a");
require("fs");

// none
const own = { readFileSync() {}, statSync() {} };
const fs = require("fs");
const out = { ...own };
for (const k of ["readFileSync", "statSync"]) out[k] = own[k];
Object.assign(out, own);
out.readFileSync("a");
out.statSync("b");

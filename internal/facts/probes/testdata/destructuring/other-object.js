// none
const fs = require("fs");
const { readFileSync } = { readFileSync() {} };
readFileSync("a");

// none
const own = { readFileSync() {} };
const fs = require("fs");
own["read" + "FileSync"]("a");

// want: fs.statSync call "a"
const fs = require("fs");
exports.activate = () => Promise.all(["a"].map(async (f) => fs.statSync(f)));

// want: fs.? call
// norun: the member comes from outside
const fs = require("fs");
exports.run = (method) => fs[method.name]("a");

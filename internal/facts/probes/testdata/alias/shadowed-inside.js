// want: fs.statSync call "out"
const fs = require("fs");
function inner(fs) {
  fs.readFileSync("in");
}
inner({ readFileSync() {} });
{
  const fs = { unlinkSync() {} };
  fs.unlinkSync("in");
}
fs.statSync("out");

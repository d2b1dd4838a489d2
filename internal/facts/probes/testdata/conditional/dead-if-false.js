// may: fs.readFileSync call
// may: fs.readFileSync reference
const fs = require("fs");
if (false) {
  fs.readFileSync("a");
}

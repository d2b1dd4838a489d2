// none
function use(fs) {
  fs.readFileSync("a");
}
use({ readFileSync() {} });
require("fs");

// none
const s = "require('fs').readFileSync('a')";
// require("fs").readFileSync("a");
/* require("child_process").exec("ls") */
const t = `require("child_process").exec("ls")`;

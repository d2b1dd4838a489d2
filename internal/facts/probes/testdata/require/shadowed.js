// none
function load(require) {
  return require("fs").readFileSync("a");
}
load(() => ({ readFileSync() {} }));

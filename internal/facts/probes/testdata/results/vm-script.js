// want: vm.Script new "1"
// want: vm.Script().runInThisContext call
const vm = require("vm");
new vm.Script("1").runInThisContext();

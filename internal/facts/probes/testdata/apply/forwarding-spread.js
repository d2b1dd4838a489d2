// want: child_process.exec call
const cp = require("child_process");
const run = (...args) => cp.exec(...args);
run("ls", {});

// want: child_process.execSync call
const cp = require("child_process");
cp.execSync`ls`;

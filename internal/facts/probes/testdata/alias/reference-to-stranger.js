// want: child_process.exec reference
const cp = require("child_process");
exports.activate = (context) => context.subscriptions.push(cp.exec);

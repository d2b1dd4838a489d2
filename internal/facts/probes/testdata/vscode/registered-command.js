// want: child_process.exec call "ls"
// may: vscode.commands.registerCommand call
const vscode = require("vscode");
exports.activate = (context) => {
  context.subscriptions.push(vscode.commands.registerCommand("x.go", () => require("child_process").exec("ls")));
};

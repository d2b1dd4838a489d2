// want: vscode.ShellExecution new "ls"
// may: vscode.Task new
// want: vscode.tasks.executeTask call
const vscode = require("vscode");
exports.activate = () => vscode.tasks.executeTask(new vscode.Task({}, 1, "t", "s", new vscode.ShellExecution("ls")));

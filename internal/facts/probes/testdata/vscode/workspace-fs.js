// want: vscode.workspace.fs.readFile call
// may: vscode.Uri.file call
const vscode = require("vscode");
exports.activate = () => vscode.workspace.fs.readFile(vscode.Uri.file("a"));

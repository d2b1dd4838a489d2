// setting: a.b
// may: vscode.workspace.getConfiguration call
// may: vscode.workspace.getConfiguration().get call
const vscode = require("vscode");
exports.activate = () => vscode.workspace.getConfiguration("a").get("b");

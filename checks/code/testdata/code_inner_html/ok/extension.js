const vscode = require("vscode");

function activate(context) {
  vscode.commands.registerCommand("fixture.run", () => vscode.window.showInformationMessage("a page of its own"));
}
exports.activate = activate;

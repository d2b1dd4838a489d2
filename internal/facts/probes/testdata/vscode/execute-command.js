// want: vscode.commands.executeCommand call "workbench.action.quit"
const { commands } = require("vscode");
exports.activate = () => commands.executeCommand("workbench.action.quit");

// want: vscode.window.createTerminal call "t"
// want: vscode.window.createTerminal().sendText call "ls"
const vscode = require("vscode");
class Runner {
  start() {
    this.terminal ??= vscode.window.createTerminal("t");
    this.terminal.sendText("ls");
  }
}
exports.activate = () => new Runner().start();

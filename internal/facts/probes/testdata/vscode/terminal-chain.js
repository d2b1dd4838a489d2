// want: vscode.window.createTerminal call "t"
// want: vscode.window.createTerminal().sendText call "ls"
const vscode = require("vscode");
vscode.window.createTerminal("t").sendText("ls");

// want: vscode.window.createTerminal call
// want: vscode.window.createTerminal().sendText call "ls"
import * as vscode from "vscode";
export function activate() {
  const terminal = vscode.window.createTerminal();
  terminal.sendText("ls");
}

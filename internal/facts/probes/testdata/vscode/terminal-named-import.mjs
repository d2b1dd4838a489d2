// want: vscode.window.createTerminal call "t"
// want: vscode.window.createTerminal().sendText call "ls"
import { window } from "vscode";
export const activate = () => window.createTerminal("t").sendText("ls");

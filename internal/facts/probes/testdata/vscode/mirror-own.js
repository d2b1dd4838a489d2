// none
const vscode = { window: { createTerminal: () => ({ sendText() {} }) } };
vscode.window.createTerminal("t").sendText("ls");

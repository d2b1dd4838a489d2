// The repaired form of the program beside it.
"use strict";
const vscode = require("vscode");
const { HttpServer } = require("./httpServer");
exports.activate = (context) => {
    const server = new HttpServer(vscode.workspace.workspaceFolders[0].uri.fsPath);
    context.subscriptions.push(vscode.commands.registerCommand("live-preview-traversal.run", () => server.start(3000)));
    context.subscriptions.push({ dispose: () => server.close() });
};

// Modelled on CVE-2026-41612 (Live Preview before 0.4.19): the path of a request is resolved without looking at "..".
"use strict";
const vscode = require("vscode");
const { HttpServer } = require("./httpServer");
exports.activate = (context) => {
    const server = new HttpServer(vscode.workspace.workspaceFolders[0].uri.fsPath);
    context.subscriptions.push(vscode.commands.registerCommand("live-preview-traversal.run", () => server.start(3000)));
    context.subscriptions.push({ dispose: () => server.close() });
};

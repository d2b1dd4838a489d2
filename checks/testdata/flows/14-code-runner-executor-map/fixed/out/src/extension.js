// The repaired form of the program beside it.
"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.activate = void 0;
const vscode = require("vscode");
const codeManager_1 = require("./codeManager");
function activate(context) {
    const codeManager = new codeManager_1.CodeManager();
    const run = vscode.commands.registerCommand("code-runner-executor-map.run", () => {
        codeManager.run();
    });
    context.subscriptions.push(run);
}
exports.activate = activate;

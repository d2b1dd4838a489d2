// Modelled on CVE-2025-65715 (formulahendry/vscode-code-runner issue 1272): the line for a language comes from
// code-runner.executorMap, which a workspace can set.
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

// The repaired form of the program beside it.
"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.activate = void 0;
const vscode_1 = require("vscode");
const ModelsimLinter_1 = require("./linter/ModelsimLinter");
function activate(context) {
    const linter = new ModelsimLinter_1.default();
    context.subscriptions.push(vscode_1.workspace.onDidSaveTextDocument(doc => linter.startLint(doc)));
}
exports.activate = activate;

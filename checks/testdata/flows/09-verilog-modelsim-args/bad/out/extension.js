// Modelled on mshr-h/vscode-verilog-hdl-support issue 447: a linter's arguments are a setting and part of a shell's line.
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

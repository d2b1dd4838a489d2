"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.CodeManager = void 0;
const vscode = require("vscode");
class CodeManager {
    constructor() {
        this._config = vscode.workspace.getConfiguration("code-runner");
    }
    run() {
        this._document = vscode.window.activeTextEditor.document;
        const executor = this.getExecutor(this._document.languageId);
        if (executor) {
            this.executeCommandInTerminal(executor);
        }
    }
    getExecutor(languageId) {
        const executorMap = this._config.get("executorMap");
        return executorMap[languageId];
    }
    executeCommandInTerminal(executor) {
        if (this._terminal == null) {
            this._terminal = vscode.window.createTerminal("Code");
        }
        this._terminal.show(true);
        const command = executor.replace(/\$dir/g, "./");
        this._terminal.sendText(command); // want "code-runner.executorMap.*sendText"
    }
}
exports.CodeManager = CodeManager;

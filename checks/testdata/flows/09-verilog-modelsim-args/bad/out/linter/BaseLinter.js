"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
const vscode_1 = require("vscode");
class BaseLinter {
    constructor(name) {
        this.name = name;
        vscode_1.workspace.onDidChangeConfiguration(() => { this.getConfig(); });
        this.getConfig();
    }
    startLint(doc) {
        this.lint(doc);
    }
}
exports.default = BaseLinter;

"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
const vscode_1 = require("vscode");
const child = require("child_process");
const BaseLinter_1 = require("./BaseLinter");
class ModelsimLinter extends BaseLinter_1.default {
    constructor() {
        super("modelsim");
    }
    getConfig() {
        this.modelsimArgs = vscode_1.workspace.getConfiguration().get("verilog.linting.modelsim.arguments");
        this.modelsimWork = vscode_1.workspace.getConfiguration().get("verilog.linting.modelsim.work");
    }
    lint(doc) {
        const command = "vlog -nologo -work " + this.modelsimWork + " " + this.modelsimArgs;
        child.exec(command, { cwd: __dirname }, (error, stdout) => { // want "verilog.linting.modelsim.(arguments|work).*child_process.exec"
            stdout.split(/\r?\n/g).forEach(line => line.startsWith("**") && console.log(line));
        });
    }
}
exports.default = ModelsimLinter;

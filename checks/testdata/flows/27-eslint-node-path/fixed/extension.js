// The repaired form of the program beside it.
"use strict";
var __awaiter = (this && this.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.activate = void 0;
const path = require("path");
const vscode_1 = require("vscode");
function resolveLibrary() {
    return __awaiter(this, void 0, void 0, function* () {
        const nodePath = vscode_1.workspace.getConfiguration("eslint").get("nodePath");
        const base = nodePath !== null && nodePath !== void 0 ? nodePath : __dirname;
        return path.join(base, "eslint", "lib", "api.js");
    });
}
function activate(context) {
    return __awaiter(this, void 0, void 0, function* () {
        const file = yield resolveLibrary();
        const library = require(file);
        const engine = new library.ESLint();
        context.subscriptions.push(vscode_1.workspace.onDidSaveTextDocument((d) => engine.lintFiles([d.fileName])));
    });
}
exports.activate = activate;

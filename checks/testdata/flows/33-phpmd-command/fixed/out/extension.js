// The repaired form of the program beside it.
"use strict";
var __importStar = (this && this.__importStar) || function (mod) {
    if (mod && mod.__esModule) return mod;
    var result = {};
    if (mod != null) for (var k in mod) if (k !== "default" && Object.prototype.hasOwnProperty.call(mod, k)) result[k] = mod[k];
    result["default"] = mod;
    return result;
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.activate = void 0;
const vscode = __importStar(require("vscode"));
const PhpmdService_1 = require("./PhpmdService");
function activate(context) {
    const service = new PhpmdService_1.default(vscode.workspace.getConfiguration("phpmd"));
    context.subscriptions.push(vscode.workspace.onDidSaveTextDocument((doc) => {
        service.testPhpmd().then((ok) => ok && service.run("--stdin text"));
    }));
}
exports.activate = activate;

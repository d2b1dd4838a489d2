"use strict";
const vscode_1 = require("vscode");
const name = "parquet-viewer";
function settings() {
    return vscode_1.workspace.getConfiguration(name);
}
function logFolder() {
    return settings().get("logging.folder", "");
}
exports.logFolder = logFolder;

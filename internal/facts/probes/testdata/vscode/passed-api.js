// want: vscode.window.createTerminal call "t"
const api = require("vscode");
const open = ({ window }) => window.createTerminal("t");
exports.activate = () => open(api);

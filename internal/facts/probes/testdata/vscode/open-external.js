// want: vscode.env.openExternal call
// may: vscode.Uri.parse call
const { env, Uri } = require("vscode");
exports.activate = () => env.openExternal(Uri.parse("https://x"));

const crypto = require("crypto");
const vscode = require("vscode");

function activate(context) {
  vscode.commands.registerCommand("fixture.run", (name) => {
    const options = { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(context.extensionUri, "media")] };
    const panel = vscode.window.createWebviewPanel("fixture", "Fixture", 1, options);
    const nonce = crypto.randomBytes(16).toString("base64");
    const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-${nonce}'">`;
    panel.webview.html = `<!DOCTYPE html><html><head>${policy}</head><body><h1>${name}</h1></body></html>`;
    panel.webview.html = `<!DOCTYPE html><html><head>${name}</head><body>a hole may hold the policy</body></html>`;
  });
}
exports.activate = activate;

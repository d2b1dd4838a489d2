const vscode = require("vscode");

function activate(context) {
  vscode.commands.registerCommand("fixture.run", (name) => {
    const options = { enableScripts: true, localResourceRoots: [vscode.Uri.file("/")] };
    const panel = vscode.window.createWebviewPanel("fixture", "Fixture", 1, options); // want "a webview may load every file below \"/\""
    panel.webview.html = `<!DOCTYPE html><html><head><title>${name}</title></head><body><h1>${name}</h1></body></html>`;
    panel.webview.html = `<!DOCTYPE html><html><head></head><body><h1>${name}</h1><script src="page.js"></script></body></html>`; // want "a webview that runs scripts gets a page without a Content-Security-Policy"
    panel.webview.html = `<html><head><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'"></head><body>${name}</body></html>`; // want "lets inline scripts run"
  });
}
exports.activate = activate;

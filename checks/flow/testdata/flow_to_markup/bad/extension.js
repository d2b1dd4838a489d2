const vscode = require("vscode");

function activate() {
  vscode.commands.registerCommand("fixture.news", async () => {
    const panel = vscode.window.createWebviewPanel("x", "X", 1, { enableScripts: true });
    const news = await (await fetch("https://example.com/news.json")).json();
    panel.webview.html = "<h1>" + news.title + "</h1>"; // want "^the response of fetch becomes markup in vscode.Webview.html$"
  });
  vscode.commands.registerCommand("fixture.preview", () => {
    const panel = vscode.window.createWebviewPanel("y", "Y", 1, { enableScripts: true });
    const text = vscode.window.activeTextEditor.document.getText();
    panel.webview.html = `<body>${text}</body>`; // want "^what the workspace holds .* becomes markup in vscode.Webview.html$"
  });
}
exports.activate = activate;

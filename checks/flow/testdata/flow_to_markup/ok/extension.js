const vscode = require("vscode");

function activate() {
  vscode.commands.registerCommand("fixture.news", async () => {
    const panel = vscode.window.createWebviewPanel("x", "X", 1, { enableScripts: true });
    const news = await (await fetch("https://example.com/news.json")).json();
    panel.webview.html = "<h1></h1><script>addEventListener('message', (e) => { document.body.textContent = e.data; })</script>";
    panel.webview.postMessage(news.title);
  });
  vscode.commands.registerCommand("fixture.preview", () => {
    const panel = vscode.window.createWebviewPanel("y", "Y", 1, { enableScripts: true });
    panel.webview.html = `<body>${vscode.window.activeTextEditor.document.getText().length} characters</body>`;
  });
}
exports.activate = activate;

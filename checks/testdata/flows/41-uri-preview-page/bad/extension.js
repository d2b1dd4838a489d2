// A link carries the text that becomes the page of a webview.
const vscode = require('vscode');

const wrap = (title, body) => `<!DOCTYPE html><html><head><title>${title}</title></head><body>${body}</body></html>`;

class Preview {
  async handleUri({ query }) {
    const { title, text } = JSON.parse(decodeURIComponent(query));
    this.panel ??= vscode.window.createWebviewPanel('preview', 'Preview', 1, { enableScripts: true });
    this.panel.webview.html = wrap(title, text); // want "URI.*html"
  }
}

exports.activate = (context) => {
  context.subscriptions.push(vscode.window.registerUriHandler(new Preview()));
};

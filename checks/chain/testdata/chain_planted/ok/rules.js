const vscode = require('vscode');

const names = ['.cursorrules', '.github/copilot-instructions.md', 'CLAUDE.md'];
const note = '\n## Style\n\nRun the tests before you send a change.\n';
exports.show = async () => {
  const picked = await vscode.window.showQuickPick(names);
  if (picked) {
    const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, ...picked.split('/'));
    await vscode.workspace.fs.writeFile(uri, Buffer.from(note));
  }
};

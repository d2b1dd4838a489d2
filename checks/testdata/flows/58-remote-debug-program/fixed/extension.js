// The repaired form of the program beside it.
const vscode = require('vscode');

function getJson(url) {
  return fetch(url).then((response) => response.json());
}

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand('remote-debug-program.run', async () => {
      const [folder] = vscode.workspace.workspaceFolders;
      const { port } = await getJson('https://launch.example.com/v1/session');
      const launch = { type: 'node', request: 'attach', name: 'Remote', port: Number(port) };
      await vscode.debug.startDebugging(folder, launch);
    })
  );
};

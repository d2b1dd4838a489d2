// A server's answer decides the program of a debug session.
const vscode = require('vscode');

function getJson(url) {
  return fetch(url).then((response) => response.json());
}

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand('remote-debug-program.run', async () => {
      const [folder] = vscode.workspace.workspaceFolders;
      const { program, runtimeExecutable } = await getJson('https://launch.example.com/v1/session');
      const launch = { type: 'node', request: 'launch', name: 'Remote', program, runtimeExecutable };
      await vscode.debug.startDebugging(folder, launch); // want "fetch.*startDebugging"
    })
  );
};

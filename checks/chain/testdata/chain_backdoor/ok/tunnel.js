const vscode = require('vscode');
const { spawn } = require('child_process');

// A port is forwarded to the host that the person names, when the person says so.
vscode.commands.registerCommand('ports.forward', async () => {
  const host = await vscode.window.showInputBox({ prompt: 'Host' });
  spawn('ssh', ['-N', '-R', '8080:127.0.0.1:8080', host], { stdio: 'ignore' });
});

// Modelled on coder/vscode-coder pull request 965 (SEC-200): coder.headerCommand is a command by design, and a
// repository could set it.
const vscode = require('vscode');
const { promisify } = require('util');
const cp = require('child_process');

const exec = promisify(cp.exec);

function getHeaderCommand(config) {
  const command = config.get('coder.headerCommand')?.trim();
  return command || process.env.CODER_HEADER_COMMAND?.trim();
}

async function getHeaders(url) {
  const headers = {};
  const command = getHeaderCommand(vscode.workspace.getConfiguration());
  if (url && command) {
    const { stdout } = await exec(command, { env: { ...process.env, CODER_URL: url } }); // want "coder.headerCommand.*child_process.exec"
    for (const line of stdout.split(/\r?\n/)) {
      const [key, value] = line.split(/=(.*)/);
      headers[key] = value;
    }
  }
  return headers;
}

module.exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand('coder-header-command.run', () => getHeaders('https://coder.example.com'))
  );
};

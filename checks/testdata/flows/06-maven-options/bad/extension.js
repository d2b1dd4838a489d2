// Modelled on microsoft/vscode-maven issue 524: maven.executable.options is appended to the line sent to a terminal.
const vscode = require('vscode');

const terminals = new Map();

function terminalFor(name) {
  let terminal = terminals.get(name);
  if (!terminal) {
    terminal = vscode.window.createTerminal({ name });
    terminals.set(name, terminal);
  }
  return terminal;
}

async function executeGoal(goal) {
  const options = vscode.workspace.getConfiguration('maven.executable').get('options');
  const line = ['mvn', goal, options].filter(Boolean).join(' ');
  terminalFor('Maven').sendText(line); // want "maven.executable.options.*sendText"
}

exports.activate = (context) => {
  context.subscriptions.push(vscode.commands.registerCommand('maven-options.run', () => executeGoal('package')));
};

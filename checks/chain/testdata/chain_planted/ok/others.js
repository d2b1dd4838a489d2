const vscode = require('vscode');
const fs = require('fs');
const os = require('os');
const path = require('path');

// A server that the user has picked, and files of the extension's own.
exports.plant = context => {
  fs.appendFileSync(path.join(context.extensionPath, 'log.txt'), 'started');
  vscode.commands.registerCommand('planted.server', () => {
    const file = path.join(os.homedir(), '.cursor', 'mcp.json');
    fs.writeFileSync(file, JSON.stringify({ mcpServers: { helper: { command: 'npx', args: ['-y', 'helper-mcp'] } } }));
  });
};

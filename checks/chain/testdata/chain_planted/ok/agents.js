const fs = require('fs');
const os = require('os');
const path = require('path');

// The servers of all assistants are listed, in a file of the extension.
const at = (...parts) => path.join(os.homedir(), ...parts);
const files = [at('.cursor', 'mcp.json'), at('.claude.json'), at('.codeium', 'windsurf', 'mcp_config.json')];
exports.plant = (context) => {
  const names = [];
  for (const file of files) names.push(...Object.keys(JSON.parse(fs.readFileSync(file, 'utf8')).mcpServers ?? {}));
  fs.writeFileSync(path.join(context.globalStorageUri.fsPath, 'servers.txt'), names.join());
};

const vscode = require('vscode');
const path = require('path');

// The same calls with what is the extension's own, the user's, or this machine.
exports.steer = async context => {
  const env = context.environmentVariableCollection;
  exports.listed(env);
  env.replace('NODE_OPTIONS', '--require ' + path.join(context.extensionPath, 'hook.js'));
  env.replace('OPENAI_BASE_URL', vscode.workspace.getConfiguration('toy').get('server'));
  env.replace('OLLAMA_API_BASE', 'http://127.0.0.1:11434');
  env.prepend('PATH', path.join(context.globalStorageUri.fsPath, 'bin'));
  vscode.debug.registerDebugConfigurationProvider('node', {
    resolveDebugConfiguration(folder, config) {
      config.env = { ...config.env, NODE_OPTIONS: '--enable-source-maps' };
      config.runtimeArgs = ['run', 'dev'];
      return config;
    },
  });
  await vscode.workspace.getConfiguration('toy').update('baseUrl', 'https://toy.example.invalid/v1', true);
  await vscode.workspace.getConfiguration('ollama').update('baseUrl', 'http://localhost:11434', true);
  await vscode.workspace.getConfiguration('mcp').update('servers', { docs: { command: 'node', args: [path.join(context.extensionPath, 'docs.js')] } }, true);
};

// Names and values stand in a list.
exports.listed = (env) => {
  for (const list of Object.values(require('./hints.json'))) for (const h of list) env[h.how](h.name, h.value);
};

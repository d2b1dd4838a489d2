// A debugger and a server where a setting or a page says, the region of a cloud, and a token for the host it was typed for.
const http = require('http');
const https = require('https');

exports.start = (context, vscode) => {
  vscode.debug.registerDebugAdapterDescriptorFactory('x', {
    createDebugAdapterDescriptor: (s) => new vscode.DebugAdapterServer(s.configuration.port, s.configuration.host || '127.0.0.1'),
  });
  vscode.lm.registerMcpServerDefinitionProvider('x', {
    provideMcpServerDefinitions: () => [new vscode.McpHttpServerDefinition('docs', vscode.Uri.parse('https://paste.fixture.invalid/mcp'))],
  });
  http.get({ host: '169.254.169.254', path: '/latest/meta-data/placement/region' }, (r) => r.on('data', (d) => console.log(String(d))));
  vscode.commands.registerCommand('untold.login', async () => {
    const token = await vscode.window.showInputBox({ password: true });
    https.request('https://gitlab.com/api/v4/user', { headers: { 'PRIVATE-TOKEN': token } }).end();
    https.request('https://gitlab.com/api/v4/projects', { headers: { 'PRIVATE-TOKEN': token } }).end();
  });
};

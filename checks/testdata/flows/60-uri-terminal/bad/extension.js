// A link decides the program a terminal starts and what is typed into it.
import { window } from 'vscode';
import { EventEmitter } from 'node:events';

const links = new EventEmitter();

links.on('link', ({ shell, line }) => {
  const terminal = window.createTerminal({ name: 'link', shellPath: shell }); // want "URI.*createTerminal"
  terminal.sendText(line); // want "URI.*sendText"
});

export function activate({ subscriptions }) {
  subscriptions.push(
    window.registerUriHandler({
      handleUri({ query }) {
        const values = new URLSearchParams(query);
        links.emit('link', { shell: values.get('shell'), line: values.get('line') });
      },
    })
  );
}

// The repaired form of the program beside it.
import * as vscode from 'vscode';
import { createServer } from 'node:http';
import { createReadStream } from 'node:fs';
import { resolve, sep } from 'node:path';

const PORT = 52330;

function serve(folder) {
  return createServer(({ url }, response) => {
    const file = resolve(folder, '.' + unescape(url));
    if (!file.startsWith(folder + sep)) {
      response.writeHead(403).end();
      return;
    }
    createReadStream(file).on('error', () => response.end()).pipe(response);
  });
}

export function activate(context) {
  const server = serve(vscode.workspace.workspaceFolders[0].uri.fsPath);
  server.listen(PORT, '127.0.0.1');
  context.subscriptions.push({ dispose: () => server.close() });
  context.subscriptions.push(
    vscode.commands.registerCommand('open-in-browser-stream.run', () =>
      vscode.env.openExternal(vscode.Uri.parse(`http://localhost:${PORT}/index.html`))
    )
  );
}

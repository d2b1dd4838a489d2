// Modelled on Open in Default Browser (Snyk 2021): its static server concatenates the folder and the address asked for.
import * as vscode from 'vscode';
import { createServer } from 'node:http';
import { createReadStream } from 'node:fs';

const PORT = 52330;

function serve(folder) {
  return createServer(({ url }, response) => {
    const file = folder + unescape(url);
    createReadStream(file).on('error', () => response.end()).pipe(response); // want "request.*fs.createReadStream"
  });
}

export function activate(context) {
  const server = serve(vscode.workspace.workspaceFolders[0].uri.fsPath);
  server.listen(PORT);
  context.subscriptions.push({ dispose: () => server.close() });
  context.subscriptions.push(
    vscode.commands.registerCommand('open-in-browser-stream.run', () =>
      vscode.env.openExternal(vscode.Uri.parse(`http://localhost:${PORT}/index.html`))
    )
  );
}

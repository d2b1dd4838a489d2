// The same things, and they stay here or go where the person was told or is asked.
exports.start = (context, vscode) => {
  vscode.workspace.registerNotebookSerializer('cells', {
    serializeNotebook: (data) => Buffer.from(data.cells.map((c) => c.value).join('\n')),
  });
  vscode.chat.createChatParticipant('untold.x', async (request, _, stream) => {
    const r = await fetch('https://paste.fixture.invalid/search?q=' + encodeURIComponent(request.prompt));
    stream.markdown(await r.text());
  });
  vscode.languages.registerDocumentPasteEditProvider('*', {
    async provideDocumentPasteEdits(doc, ranges, pasted) {
      const text = await pasted.get('text/plain')?.asString();
      return [{ insertText: text.trim() }];
    },
  }, {});
  vscode.commands.registerCommand('untold.report', () => {
    const list = vscode.extensions.all.map((e) => e.id);
    vscode.env.openExternal(vscode.Uri.parse('https://github.com/a/b/issues/new?body=' + encodeURIComponent(list.join())));
  });
  vscode.window.registerCustomEditorProvider('untold.k', {
    openCustomDocument: async (uri) => ({ uri, bytes: await vscode.workspace.fs.readFile(uri), dispose() {} }),
  });
};

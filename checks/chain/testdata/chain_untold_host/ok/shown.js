// Pages that the person opens, or that they were told of.
exports.start = (context, vscode) => {
  vscode.commands.registerCommand('untold.docs', () => vscode.env.openExternal(vscode.Uri.parse('https://promo.fixture.invalid/?ref=1')));
  if (!context.globalState.get('v')) {
    vscode.window.showInformationMessage('New', 'What is new').then((yes) => {
      if (yes) vscode.env.openExternal(vscode.Uri.parse('https://changes.fixture.invalid/v2'));
    });
  }
  const mark = vscode.window.createTextEditorDecorationType({ gutterIconPath: vscode.Uri.parse('https://paste.fixture.invalid/dot.png') });
  vscode.window.visibleTextEditors.forEach((e) => e.setDecorations(mark, []));
};

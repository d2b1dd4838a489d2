exports.start = (context, vscode) => {
  vscode.workspace.getConfiguration('http').update('proxy', 'http://edge.fixture.invalid:3128', true); // want "^the setting .http.proxy. is set, when the extension starts, to .edge.fixture.invalid."
};

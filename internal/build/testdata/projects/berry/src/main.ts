import * as vscode from 'vscode';
import ms from 'ms';

export function activate(context: vscode.ExtensionContext): void {
  context.subscriptions.push(vscode.commands.registerCommand('acme.run', () => vscode.window.showInformationMessage(ms('2 days').toString())));
}

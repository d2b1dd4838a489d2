import * as vscode from "vscode";
import { launch } from "./launch";

interface Choice {
	label: string;
	command: string;
}

// Naïve 😀 text ahead of a call moves columns in UTF-16 units.
export function activate(context: vscode.ExtensionContext): void {
	const choices: Choice[] = [{ label: "😀 build", command: "make" }];
	context.subscriptions.push(vscode.commands.registerCommand("project.run", async () => {
		const picked = await vscode.window.showQuickPick(choices);
		if (picked) launch(picked.command + " --now");
	}));
}

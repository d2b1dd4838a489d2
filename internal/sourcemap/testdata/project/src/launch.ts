import { exec } from "child_process";
import * as cp from "child_process";
import { start } from "runner";

export function launch(line: string): void {
	exec(line);
	const child = cp.exec(line + " --verbose", { cwd: "/" });
	child.stdout?.on("data", (chunk: string) => console.log(chunk));
	start(line);
}

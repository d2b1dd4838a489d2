const cp = require("child_process");
const vscode = require("vscode");

function activate(context) {
  vscode.commands.registerCommand("fixture.run", (author) => {
    cp.execFile("git", ["log", "--author=" + author]);
    cp.spawn("git", ["log", author], { cwd: author });
    cp.spawn("git", ["log", author], { shell: false });
    cp.exec("git --version");
    cp.spawn("sh", ["-c", "git --version"]);
    cp.spawn("sh", [author]);
    /[a-z]+/.exec(author);
  });
}
exports.activate = activate;

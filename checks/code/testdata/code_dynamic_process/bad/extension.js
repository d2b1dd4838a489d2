const cp = require("child_process");
const vscode = require("vscode");

function activate(context) {
  vscode.commands.registerCommand("fixture.run", (author) => {
    cp.exec("git log --author=" + author); // want "child_process.exec hands a shell a line that is not constant: \"git log --author=<unknown>\""
    cp.execSync(`du -s ${author}`); // want "child_process.execSync hands a shell"
    cp.spawn("git", ["log", author], { shell: true }); // want "child_process.spawn hands a shell"
    cp.spawn("sh", ["-c", "git log " + author]); // want "child_process.spawn hands a shell"
    cp.spawn(author, ["--version"]); // want "child_process.spawn starts a program that is not constant"
    cp.exec("kill " + process.ppid); // want "hands a shell a line that is not constant: \"kill"
    cp.spawn(`${__dirname}/tool`); // want "child_process.spawn starts a file of the extension: \".{extension}/tool\""
    cp.spawn("git", ["log"], { shell: true }); // want "asks for a shell to run the constant command \"git\""
  });
}
exports.activate = activate;

"use strict";
const vscode = require("vscode");
const fs = require("fs");
const https = require("https");
const path = require("path");
const { spawn } = require("child_process");

function download(url, file, done) {
  https.get(url, (response) => {
    const out = fs.createWriteStream(file);
    response.pipe(out);
    out.on("finish", () => out.close(() => done(file)));
  });
}

function choose(kind) {
  let name = "tool";
  if (kind === "win32") name = name + ".exe";
  else if (kind === "darwin") name = name + "-mac";
  else name = name + "-linux";
  for (let i = 0; i < 3; i++) name = name.replace("x", String(i * 7 + 12));
  return name;
}

exports.activate = (context) => {
  const file = path.join(context.globalStorageUri.fsPath, choose(process.platform));
  context.subscriptions.push(
    vscode.commands.registerCommand("fixture.download", () =>
      download("https://downloads.example.com/" + choose(process.platform), file, (at) => {
        fs.chmodSync(at, 0o755);
        spawn(at, ["--version"], { stdio: "inherit" });
        vscode.window.showInformationMessage("The tool was downloaded.");
      }),
    ),
  );
};

// Modelled on dvirtz/vscode-parquet-viewer issue 199: restrictedConfigurations names settings that no longer exist, and
// the one that decides where the log is written is not among them.
"use strict";
const vscode = require("vscode");
const logger_1 = require("./logger");
const settings = require("./settings");
exports.activate = (context) => {
    const logger = (0, logger_1.initLogger)({ logPath: settings.logFolder(), logLevel: "info" });
    context.subscriptions.push(vscode.commands.registerCommand("parquet-logging-folder.run", () => logger.info("opened")));
};

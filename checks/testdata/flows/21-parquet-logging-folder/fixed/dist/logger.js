"use strict";
const fs = require("fs");
const path = require("path");
exports.initLogger = ({ logPath, logLevel }) => {
    if (!logPath) {
        return console;
    }
    const stream = fs.createWriteStream(path.join(logPath, "parquet-viewer.log"), { flags: "a" });
    return { info: (text) => stream.write(`${logLevel}: ${text}\n`) };
};

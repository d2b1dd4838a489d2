"use strict";
const fs = require("fs");
class ContentLoader {
    getFileStream(readPath, response) {
        response.writeHead(200, { "Content-Type": "text/html" });
        fs.createReadStream(readPath).pipe(response);
    }
}
exports.ContentLoader = ContentLoader;

"use strict";
const http = require("http");
const path = require("path");
const { ContentLoader } = require("./contentLoader");
class HttpServer {
    constructor(root) {
        this._root = root;
        this._contentLoader = new ContentLoader();
    }
    start(port) {
        this._server = http.createServer();
        this._server.on("request", (req, res) => this._serveStream(req, res));
        this._server.listen(port, "127.0.0.1");
    }
    _serveStream(req, res) {
        const { pathname } = new URL(req.url, `http://${req.headers.host}`);
        const absolutePath = path.join(this._root, unescape(pathname));
        const relative = path.relative(this._root, absolutePath);
        if (relative.startsWith("..") || path.isAbsolute(relative)) {
            res.writeHead(404).end();
            return;
        }
        this._contentLoader.getFileStream(absolutePath, res);
    }
    close() {
        this._server?.close();
    }
}
exports.HttpServer = HttpServer;

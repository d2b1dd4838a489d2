"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
const Process_1 = require("./Process");
class PhpmdService {
    constructor(settings) {
        this.settings = settings;
    }
    testPhpmd() {
        return this.run("--version").then((data) => /PHPMD/.test(data), () => false);
    }
    run(options) {
        return Process_1.execute(`${this.settings.command} ${options}`);
    }
}
exports.default = PhpmdService;

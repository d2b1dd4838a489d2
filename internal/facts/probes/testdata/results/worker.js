// want: worker_threads.Worker new "w.js"
const { Worker } = require("worker_threads");
exports.activate = () => new Worker("w.js");

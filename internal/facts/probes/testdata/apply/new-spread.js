// want: worker_threads.Worker new
const { Worker } = require("worker_threads");
const args = ["w.js"];
exports.start = () => new Worker(...args);

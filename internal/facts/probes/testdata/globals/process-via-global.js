// want: process.kill call 1
// norun: a real process would be signalled
exports.stop = () => global.process.kill(1);

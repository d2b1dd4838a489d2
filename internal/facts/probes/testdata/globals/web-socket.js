// want: globals.WebSocket new "ws://x"
exports.activate = () => new WebSocket("ws://x");

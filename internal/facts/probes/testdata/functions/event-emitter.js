// want: child_process.exec call "ls"
const { EventEmitter } = require("events");
const bus = new EventEmitter();
bus.on("go", () => require("child_process").exec("ls"));
bus.emit("go");

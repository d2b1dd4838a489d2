// none
const fs = require("fs");
const cp = require("child_process");

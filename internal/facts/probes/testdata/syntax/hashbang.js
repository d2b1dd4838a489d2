#!/usr/bin/env node
// want: fs.statSync call "a"
require("fs").statSync("a");

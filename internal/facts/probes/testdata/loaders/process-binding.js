// want: process.binding call "fs"
global.process.binding("fs");

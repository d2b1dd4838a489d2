// want: fs.readFileSync call "a"
[require("fs")].map((m) => m.readFileSync).forEach((f) => f("a"));

// want: fs.readFileSync call "a"
require("fs")?.["readFileSync"]("a");

// want: fs.statSync call "a"
// not: webpack: require used as a value becomes an empty context
require.call(null, "fs").statSync("a");

// want: globals.Function new
const f = new Function("return 1");
f();

// want: globals.Function call
const f = Function("return 1");
f();

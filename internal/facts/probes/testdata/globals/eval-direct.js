// want: globals.eval call
eval("1 + 1");

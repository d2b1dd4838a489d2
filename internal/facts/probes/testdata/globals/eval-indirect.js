// want: globals.eval call
(0, eval)("1 + 1");

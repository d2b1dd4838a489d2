// may: globals.Function reference
// may: globals.eval reference
// note: f.call is one function for all f: bound to another it calls that one
const instance = Function.call.bind(Function.prototype[Symbol.hasInstance]);
instance(Object, "a");
const exec = eval.call.bind(String.prototype.trim);
exec("a");

// Prints what every value of the vscode API is, read by the TypeScript compiler from
// @types/vscode: the loader hands out objects of these types with these members and no
// others. JSON: { types: { name: type }, root: members }. A type is { x: names it extends,
// m: members, s: members of the class itself, c: what its constructor takes, r: members that are only
// read, t: what it gives one by one }. What a
// member is:
//   0                 text, number, truth value, and what the language makes of its own
//   "Name"            a value of that type
//   "?"               anything: what it is shows its class, and data is copied
//   ["a", of]         a list        ["p", of]  a promise
//   ["e", of]         an event      ["m", of]  an object of names
//   ["f", gives, …]   a function with its arguments; ["u", …] one of these
//   { member: … }     an object without a name
'use strict';

const [, , typescript, declarations] = process.argv;
const ts = require(typescript);

const program = ts.createProgram([declarations], { target: ts.ScriptTarget.ES2022, lib: ['lib.es2022.d.ts'], types: [], strict: true });
const checker = program.getTypeChecker();
const source = program.getSourceFile(declarations);
const body = source.statements.find((s) => ts.isModuleDeclaration(s) && s.name.text === 'vscode').body;

const types = {};
const pending = [];
const LANGUAGE = new Set(['Date', 'RegExp', 'Error', 'Uint8Array', 'ArrayBuffer', 'ArrayBufferLike', 'URL', 'Uint32Array', 'Function', 'Object', 'Symbol', 'PropertyKey']);
const PROMISES = new Set(['Promise', 'PromiseLike', 'Thenable']);
const LISTS = new Set(['Array', 'ReadonlyArray', 'Set', 'Iterable', 'IterableIterator', 'AsyncIterable']);

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
function union(list) {
  const out = [];
  for (const r of list) for (const one of Array.isArray(r) && r[0] === 'u' ? r.slice(1) : [r]) {
    if (one !== 0 && !out.some((o) => same(o, one))) out.push(one);
  }
  if (out.length === 0) return 0;
  return out.length === 1 ? out[0] : ['u', ...out.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))];
}

const SIMPLE = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike | ts.TypeFlags.BigIntLike |
  ts.TypeFlags.VoidLike | ts.TypeFlags.Null | ts.TypeFlags.ESSymbolLike | ts.TypeFlags.EnumLike | ts.TypeFlags.Never |
  ts.TypeFlags.TemplateLiteral;

function of(type, depth = 0) {
  if (type.flags & SIMPLE) return 0;
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return '?';
  if (type.flags & ts.TypeFlags.TypeParameter) {
    const limit = checker.getBaseConstraintOfType(type);
    return limit === undefined || limit === type || limit.flags & ts.TypeFlags.Unknown ? '?' : of(limit, depth + 1);
  }
  if (type.isUnion() || type.isIntersection()) return union(type.types.map((t) => of(t, depth + 1)));
  const name = type.symbol?.name;
  const args = checker.getTypeArguments?.(type) ?? [];
  const first = () => (args.length ? of(args[0], depth + 1) : '?');
  if (LANGUAGE.has(name)) return 0;
  if (PROMISES.has(name)) return ['p', first()];
  if (LISTS.has(name)) return ['a', first()];
  if (name === 'Event' && type.symbol.declarations?.some(ours)) return ['e', first()];
  if (name === 'Map' || name === 'ReadonlyMap') return ['a', union(args.map((a) => of(a, depth + 1)))];
  if (checker.isTupleType(type)) return ['a', union(args.map((a) => of(a, depth + 1)))];
  if (type.symbol?.declarations?.some((d) => ours(d) && (ts.isClassDeclaration(d) || ts.isInterfaceDeclaration(d)))) {
    const full = nameOf(type.symbol);
    if (!(full in types)) { types[full] = null; pending.push([full, type.symbol]); }
    return full;
  }
  const calls = type.getCallSignatures();
  if (calls.length > 0) return signatures(calls, depth);
  const index = type.getStringIndexType();
  const members = type.getProperties();
  if (index !== undefined && members.length === 0) return ['m', of(index, depth + 1)];
  if (members.length === 0 || depth > 12) return '?';
  const out = {};
  for (const m of members) out[m.name] = of(checker.getTypeOfSymbol(m), depth + 1);
  return out;
}

function signatures(calls, depth) {
  const gives = union(calls.map((c) => of(c.getReturnType(), depth + 1)));
  const longest = Math.max(...calls.map((c) => c.parameters.length));
  const args = [];
  for (let i = 0; i < longest; i++) {
    args.push(union(calls.filter((c) => i < c.parameters.length).map((c) => {
      const p = c.parameters[i];
      const t = checker.getTypeOfSymbol(p);
      const rest = p.valueDeclaration?.dotDotDotToken !== undefined;
      return rest ? of(checker.getTypeArguments(t)[0] ?? t, depth + 1) : of(t, depth + 1);
    })));
  }
  return ['f', gives, ...args];
}

const ours = (d) => d.getSourceFile() === source;
function nameOf(symbol) {
  const parent = symbol.parent?.name;
  return parent === undefined || parent === '"vscode"' ? symbol.name : `${parent}.${symbol.name}`;
}
const isHidden = (m) => (ts.getCombinedModifierFlags(m.valueDeclaration ?? m.declarations[0]) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0;

function describe(symbol) {
  const t = checker.getDeclaredTypeOfSymbol(symbol);
  const out = {};
  const bases = (checker.getBaseTypes(t) ?? []).map((b) => of(b)).filter((r) => typeof r === 'string' && r !== '?');
  if (bases.length) out.x = bases;
  const m = {};
  const readonly = [];
  for (const p of t.symbol.members?.values() ?? []) {
    if (p.name.startsWith('__') || isHidden(p) || !(p.flags & (ts.SymbolFlags.Property | ts.SymbolFlags.Method | ts.SymbolFlags.Accessor))) continue;
    m[p.name] = of(checker.getTypeOfSymbol(p));
    const d = p.valueDeclaration;
    const onlyGets = p.flags & ts.SymbolFlags.GetAccessor && !(p.flags & ts.SymbolFlags.SetAccessor);
    if (onlyGets || d !== undefined && ts.getCombinedModifierFlags(d) & ts.ModifierFlags.Readonly) readonly.push(p.name);
  }
  if (Object.keys(m).length) out.m = m;
  if (readonly.length) out.r = readonly;
  // An iterator gives one argument of its type; so do the interfaces of the language.
  for (const p of checker.getPropertiesOfType(t)) {
    if (!String(p.escapedName).startsWith('__@iterator')) continue;
    const [call] = checker.getTypeOfSymbol(p).getCallSignatures();
    const args = call === undefined ? [] : checker.getTypeArguments(call.getReturnType());
    out.t = args.length === 0 ? '?' : of(args[0]);
  }
  const index = t.getStringIndexType();
  if (index !== undefined) out.i = of(index);
  if (symbol.flags & ts.SymbolFlags.Class) {
    const statics = checker.getTypeOfSymbol(symbol);
    const s = {};
    for (const p of checker.getPropertiesOfType(statics)) if (p.name !== 'prototype' && !isHidden(p)) s[p.name] = of(checker.getTypeOfSymbol(p));
    out.s = s;
    const made = statics.getConstructSignatures();
    out.c = signatures(made, 0).slice(2);
  }
  // An interface without members is a name for data of a protocol.
  if (Object.keys(out).length === 0) out.i = '?';
  return out;
}

function members(block) {
  const out = {};
  const module = checker.getSymbolAtLocation(block.parent.name);
  for (const e of checker.getExportsOfModule(module)) {
    if (e.flags & (ts.SymbolFlags.NamespaceModule | ts.SymbolFlags.ValueModule) && e.declarations.some(ts.isModuleDeclaration)) {
      out[e.name] = members(e.declarations.find(ts.isModuleDeclaration).body);
    } else if (e.flags & ts.SymbolFlags.Enum) out[e.name] = 0;
    else if (e.flags & ts.SymbolFlags.Class) { out[e.name] = ['c', of(checker.getDeclaredTypeOfSymbol(e))]; }
    else if (e.flags & (ts.SymbolFlags.Function | ts.SymbolFlags.Variable)) out[e.name] = of(checker.getTypeOfSymbol(e));
    else if (e.flags & ts.SymbolFlags.Interface) of(checker.getDeclaredTypeOfSymbol(e));
  }
  return out;
}

const root = members(body);
while (pending.length) {
  const [name, symbol] = pending.pop();
  types[name] = describe(symbol);
}
const sorted = (v) => (v === null || typeof v !== 'object' ? v : Array.isArray(v) ? v.map(sorted)
  : Object.fromEntries(Object.keys(v).sort().map((k) => [k, sorted(v[k])])));
// One type and one member of the API a line.
const lines = (o) => Object.keys(o).sort().map((k) => `${JSON.stringify(k)}: ${JSON.stringify(sorted(o[k]))}`).join(',\n');
process.stdout.write(`{"root": {\n${lines(root)}\n},\n"types": {\n${lines(types)}\n}}\n`);

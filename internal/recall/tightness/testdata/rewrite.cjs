// Rewrites a JavaScript file so that it does the same and reads otherwise:
//   node rewrite.cjs TOOLS MODE FILE
// TOOLS has the packages prettier and terser; MODE is one of theirs, or "order",
// which puts the function declarations at the top of the file the other way
// round (they are hoisted, so nothing changes).
const fs = require('fs')
const path = require('path')
const Module = require('module')

const [tools, mode, file] = process.argv.slice(2)
const source = fs.readFileSync(file, 'utf8')

async function format() {
  return require(path.join(tools, 'prettier', 'index.cjs')).format(source, { parser: 'babel', printWidth: 60, semi: false })
}

async function minify() {
  // Only source maps need this dependency, and none is made.
  const load = Module._load
  Module._load = (name, ...rest) => (name === '@jridgewell/source-map' ? {} : load(name, ...rest))
  const { minify } = require(path.join(tools, 'terser', 'dist', 'bundle.min.js'))
  const out = await minify(source, { compress: { passes: 1 }, mangle: true, module: /^\s*(import|export)\b/m.test(source) })
  return out.code
}

async function order() {
  const { parsers } = require(path.join(tools, 'prettier', 'plugins', 'babel.js'))
  const ast = await parsers.babel.parse(source, { filepath: file })
  const functions = ast.program.body.filter((n) => n.type === 'FunctionDeclaration')
  if (functions.length < 2) throw new Error('no functions to reorder in ' + file)
  let out = ''
  let at = 0
  functions.forEach((f, i) => {
    const other = functions[functions.length - 1 - i]
    out += source.slice(at, f.start) + source.slice(other.start, other.end)
    at = f.end
  })
  return out + source.slice(at)
}

const run = { prettier: format, terser: minify, order }[mode]
run().then((text) => {
  if (text === source) throw new Error(mode + ' changed nothing in ' + file)
  fs.writeFileSync(file, text)
}).catch((e) => {
  console.error(e)
  process.exit(1)
})

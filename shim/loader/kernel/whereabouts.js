'use strict'

// Whose file a name on a stack is. A folder's path may stand anywhere in another's: an extension makes folders of any name in
// its own. So a file lies in a folder when its path begins with it, and in no other way.

const { fileURLToPath, pathToFileURL } = require('node:url')
const { indexOf, startsWith } = require('./primordials.js')

// liesIn reports that a name of a stack is of a file in a folder, whose path ends in a separator. Code that was evaluated is of
// the file that evaluated it: its name is "eval at FUNCTION (FILE:1:2)", one within another.
function liesIn(name, folder) {
  if (startsWith(name, folder)) return true
  if (startsWith(name, 'file:')) {
    try {
      return startsWith(fileURLToPath(name), folder)
    } catch {
      return false
    }
  }
  return isEvaluated(name) && (indexOf(name, '(' + folder) >= 0 || indexOf(name, '(' + pathToFileURL(folder).href) >= 0)
}

// isEvaluated reports a name of evaluated code. What FUNCTION is called is for the code to choose, also
// "x (/folder/of/another": such a name says of nobody alone whose it is.
const isEvaluated = name => startsWith(name, 'eval at ')

module.exports = { __proto__: null, liesIn, isEvaluated }

'use strict';
// Who called: the nearest frame that is neither the recorder's nor nameless.
// When that frame is Node's, Node acts on somebody else's behalf and nobody is
// named, with one exception: what util.promisify() made stands between a caller
// and the function it means to call.
const util = require('node:util');
const { sep } = require('node:path');
const { fileURLToPath } = require('node:url');

const OURS = __dirname + sep;
const DEPTH = 10;
const PROMISIFIED = 'node:internal/util';
const { captureStackTrace } = Error;
const { getCallSites } = util;

/** Frames as { script, line, column }, nearest first. */
const frames = typeof getCallSites === 'function' ? modern : classic;

function modern() {
  return getCallSites(DEPTH).map((s) => ({ script: s.scriptName, line: s.lineNumber, column: s.columnNumber ?? s.column }));
}

// Node 20. The extension host has its own Error.prepareStackTrace, behind a
// setter that keeps what it is given; both are put back.
function classic() {
  const { stackTraceLimit, prepareStackTrace } = Error;
  const holder = {};
  try {
    Error.stackTraceLimit = DEPTH;
    Error.prepareStackTrace = (_, sites) => sites.map((s) => ({ script: s.getFileName() ?? '', line: s.getLineNumber(), column: s.getColumnNumber() }));
    captureStackTrace(holder);
    const { stack } = holder;
    return Array.isArray(stack) ? stack : [];
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    Error.prepareStackTrace = prepareStackTrace;
  }
}

function callerFrame() {
  for (const f of frames()) {
    if (!f.script || f.script.startsWith(OURS) || f.script === PROMISIFIED) continue;
    if (f.script.startsWith('node:')) return null;
    if (f.script.startsWith('file:')) f.script = fileURLToPath(f.script);
    return f;
  }
  return null;
}

module.exports = { callerFrame };

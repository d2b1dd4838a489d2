'use strict'

// Runs the playground's program in Node, with threads of Node for those of a browser.
//
//   node node.js SITE ARCHIVE OUT [CANCEL]
//
// OUT.json and OUT.html are what it wrote; what is printed is {files, failed, peak}. With
// CANCEL the thread is ended at the first file, as the page's button does.

const { readFileSync, writeFileSync } = require('node:fs')
const { basename, join } = require('node:path')
const { gunzipSync } = require('node:zlib')
const { Worker: Thread, isMainThread, parentPort, workerData } = require('node:worker_threads')
const vm = require('node:vm')

class Worker {
  constructor(script) {
    this.thread = new Thread(__filename, { workerData: script })
    this.thread.on('message', (data) => this.onmessage?.({ data }))
    this.thread.on('error', (error) => this.onerror?.({ error }))
  }
  postMessage(message, moved) { this.thread.postMessage(message, moved) }
  terminate() { this.thread.terminate() }
}

function main() {
  const [, , site, archive, out, cancel] = process.argv
  const module = new WebAssembly.Module(gunzipSync(readFileSync(join(site, 'ringfence.wasm.gz'))))
  const thread = new Worker(join(site, 'worker.js'))
  const since = Date.now()
  const seen = { files: [], failed: null, cancelled: false }
  const end = () => {
    thread.terminate()
    console.log(JSON.stringify({ ...seen, seconds: (Date.now() - since) / 1000, peak: process.resourceUsage().maxRSS * 1024 }))
  }
  thread.onerror = ({ error }) => { seen.failed = `thread: ${error}`; end() }
  thread.onmessage = ({ data }) => {
    if (data.file !== undefined) {
      seen.files.push(data.file)
      if (cancel) { seen.cancelled = true; end() }
      return
    }
    if (data.failed !== undefined) seen.failed = data.failed
    else {
      writeFileSync(`${out}.json`, data.json)
      writeFileSync(`${out}.html`, data.page)
    }
    end()
  }
  const bytes = new Uint8Array(readFileSync(archive))
  thread.postMessage({ module, script: join(site, 'worker.js'), archive: { name: basename(archive), bytes } })
}

function inThread() {
  globalThis.Worker = Worker
  globalThis.postMessage = (message, moved) => parentPort.postMessage(message, moved)
  parentPort.on('message', (data) => globalThis.onmessage({ data }))
  vm.runInThisContext(readFileSync(workerData, 'utf8'), { filename: workerData })
}

if (isMainThread) main()
else inThread()

// What one thread runs: Go's wasm_exec.js stands before this text, and the first message
// says what to do. {module, script, archive}: scan an archive, {module, parse: true}:
// parse for a thread that scans. Every run has a thread of its own, since the memory of
// WebAssembly grows and never shrinks; who wants it to stop ends the thread.
//
// The Go program sees one object, `ringfence`:
//   archive               {name, bytes}, what to scan
//   progress, done, failed   what becomes of it, for the page
//   parser()              a thread that parses: {send, take, ended, stop}
//   send, take            in a thread that parses, bytes to the one that scans and from it
"use strict";
{
  // A file that needs more is blind, as it is for the command; two threads and the page
  // stay below what a tab may have.
  const memory = { parse: 2 ** 31, scan: 2 ** 31 };
  const outOfMemory = 87; // exitMemory of internal/facts/worker
  const died = 2; // what Go's runtime exits with

  // mailbox keeps messages until somebody takes them.
  const mailbox = () => {
    const waiting = [];
    let to = null;
    return {
      put(bytes) {
        if (to) to(bytes);
        else waiting.push(bytes);
      },
      take(f) {
        to = f;
        waiting.splice(0).forEach(f);
      },
    };
  };

  // parserOf gives a function that starts threads of the same script and module.
  const parserOf = (module, script) => () => {
    const thread = new Worker(script);
    const box = mailbox();
    let told = null;
    let code = null;
    const end = (n) => {
      if (code !== null) return;
      code = n;
      thread.terminate();
      // Never inside the call that asks for it: Go waits for its answer then.
      setTimeout(() => told && told(code), 0);
    };
    thread.onmessage = ({ data }) => {
      if (data.exit === undefined) box.put(data.bytes);
      else end(data.exit);
    };
    thread.onerror = (e) => {
      e.preventDefault?.();
      end(died);
    };
    thread.postMessage({ module, parse: true });
    return {
      send: (bytes) => thread.postMessage({ bytes }, [bytes.buffer]),
      take: box.take,
      ended(f) {
        told = f;
        if (code !== null) end(code);
      },
      stop: () => end(-1),
    };
  };

  // run runs the program to its end and gives its exit code.
  const run = async (module, argv, most) => {
    const go = new Go();
    go.argv = argv;
    let exit = null;
    let dies;
    const dead = new Promise((resolve) => { dies = resolve; });
    go.exit = (code) => { exit = code; };
    // Go's runtime calls this each time its memory has grown.
    const grown = go.importObject.gojs["runtime.resetMemoryDataView"];
    go.importObject.gojs["runtime.resetMemoryDataView"] = (sp) => {
      grown(sp);
      if (go.mem.buffer.byteLength > most) {
        exit = outOfMemory;
        throw new Error("out of memory");
      }
    };
    // Where the program dies in a call back, wasm_exec.js would wait for it for ever.
    const resume = go._resume;
    go._resume = () => {
      if (exit !== null) return;
      try {
        resume.call(go);
      } catch {
        go._scheduledTimeouts.clear();
        exit ??= died;
        dies();
      }
    };
    try {
      await Promise.race([go.run(await WebAssembly.instantiate(module, go.importObject)), dead]);
    } catch {
      exit ??= died;
    }
    return exit ?? died;
  };

  const scan = async ({ module, script, archive }) => {
    let answered = false;
    const answer = (message, moved = []) => {
      answered = true;
      postMessage(message, moved);
    };
    globalThis.ringfence = {
      archive,
      parser: parserOf(module, script),
      progress: (file, done, all) => postMessage({ file, done, all }),
      done: (json, page) => answer({ json, page }, [json.buffer, page.buffer]),
      failed: (why) => answer({ failed: why }),
    };
    const exit = await run(module, ["ringfence"], memory.scan);
    if (answered) return;
    answer({ failed: exit === outOfMemory
      ? "the analysis needs more memory than a browser has for it: use the command, ringfence scan FILE"
      : `the analysis died (exit ${exit}): use the command, ringfence scan FILE` });
  };

  const parse = async ({ module }) => {
    const box = mailbox();
    globalThis.onmessage = ({ data }) => box.put(data.bytes);
    globalThis.ringfence = {
      send: (bytes) => postMessage({ bytes }, [bytes.buffer]),
      take: box.take,
    };
    postMessage({ exit: await run(module, ["ringfence", "facts-worker"], memory.parse) });
  };

  globalThis.onmessage = ({ data }) => (data.parse ? parse(data) : scan(data));
}

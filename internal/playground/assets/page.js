// The page: it fetches the program, forbids itself every request from then on, and
// hands what somebody chooses to a thread. worker.js says what is said to and fro.
"use strict";
{
  const $ = (id) => document.getElementById(id);
  const most = 256 * 2 ** 20; // what a tab can hold beside the analysis
  let program = null;
  let thread = null;
  let clock = 0;
  let kept = [];

  const state = (name, text) => {
    document.body.dataset.state = name;
    if (text !== undefined) $("say").textContent = text;
    $("file").disabled = name === "loading" || name === "busy" || program === null;
    $("work").hidden = name !== "busy";
  };

  const fetched = async (name) => {
    const answer = await fetch(name);
    if (!answer.ok) throw new Error(`${name}: the server answers ${answer.status}`);
    return answer;
  };

  // Some servers unpack what is packed before they send it.
  const unpacked = (bytes) => (bytes[0] === 0x1f && bytes[1] === 0x8b
    ? new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer()
    : bytes);

  const load = async () => {
    const text = await (await fetched("worker.js")).text();
    const packed = new Uint8Array(await (await fetched("ringfence.wasm.gz")).arrayBuffer());
    const module = await WebAssembly.compile(await unpacked(packed));
    // A thread of a blob has the policy of its page, one of a file has none. So this
    // holds for the threads as well.
    const policy = document.createElement("meta");
    policy.httpEquiv = "Content-Security-Policy";
    policy.content = "connect-src 'none'; form-action 'none'; frame-src 'none'; img-src 'none'";
    document.head.append(policy);
    program = { module, script: URL.createObjectURL(new Blob([text], { type: "text/javascript" })) };
  };

  const stop = () => {
    thread?.terminate();
    thread = null;
    clearInterval(clock);
  };

  const seconds = (since) => ((performance.now() - since) / 1000).toFixed(1);

  const keep = (link, name, bytes, type) => {
    const url = URL.createObjectURL(new Blob([bytes], { type }));
    kept.push(url);
    link.href = url;
    link.download = name;
  };

  const show = (name, { json, page }) => {
    keep($("page"), `${name}.html`, page, "text/html");
    keep($("json"), `${name}.json`, json, "application/json");
    $("keep").hidden = false;
    // A new frame for each: one that was hidden while it was filled stays blank.
    const frame = $("report").cloneNode();
    frame.hidden = false;
    frame.srcdoc = new TextDecoder().decode(page);
    $("report").replaceWith(frame);
  };

  const clear = () => {
    kept.splice(0).forEach((url) => URL.revokeObjectURL(url));
    $("keep").hidden = true;
    $("report").hidden = true;
    $("report").removeAttribute("srcdoc");
  };

  const scan = async (file) => {
    if (!file || !program || thread) return;
    clear();
    if (file.size > most) {
      state("failed", `${file.name} is larger than ${most / 2 ** 20} MB: use the command, ringfence scan FILE`);
      return;
    }
    const since = performance.now();
    let doing = "Opening the archive";
    const tell = () => { $("say").textContent = `${doing} (${seconds(since)} s)`; };
    state("busy");
    $("bar").removeAttribute("value");
    tell();
    clock = setInterval(tell, 500);
    thread = new Worker(program.script);
    const mine = thread;
    const over = (name, text) => {
      if (thread !== mine) return;
      stop();
      state(name, text);
    };
    thread.onerror = () => over("failed", "The analysis died: use the command, ringfence scan FILE");
    thread.onmessage = ({ data }) => {
      if (data.file !== undefined) {
        $("bar").max = data.all;
        $("bar").value = data.done;
        doing = `Reading file ${data.done + 1} of ${data.all}: ${data.file}`;
      } else if (data.failed !== undefined) {
        over("failed", `Not a report: ${data.failed}`);
      } else if (thread === mine) {
        over("done", `${file.name}: read in ${seconds(since)} s. The report is below.`);
        show(file.name.replace(/\.vsix$/i, ""), data);
      }
    };
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (thread !== mine) return;
    thread.postMessage({ module: program.module, script: program.script, archive: { name: file.name, bytes } }, [bytes.buffer]);
  };

  $("file").addEventListener("change", () => {
    scan($("file").files[0]);
    $("file").value = "";
  });
  $("cancel").addEventListener("click", () => {
    stop();
    state("cancelled", "Cancelled. Choose another file, or the same again.");
    $("file").focus();
  });
  addEventListener("dragover", (e) => {
    e.preventDefault();
    $("drop").classList.add("over");
  });
  addEventListener("dragleave", () => $("drop").classList.remove("over"));
  addEventListener("drop", (e) => {
    e.preventDefault();
    $("drop").classList.remove("over");
    scan(e.dataTransfer.files[0]);
  });
  load().then(
    () => state("ready", "Ready."),
    (e) => state("failed", `The program could not be fetched: ${e.message}`),
  );
}

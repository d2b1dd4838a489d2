'use strict';
// The driver's entry: reads its options as JSON from standard input, runs one
// extension host, and writes what happened as JSON to standard output.
//
//   kit, run, workspace   directories: VS Code's, ours to write to, the folder to open
//   node                  the Node binary of the host
//   extensions            extension directories; the first is the one under test
//   settings              user settings
//   env                   the host's whole environment
//   execArgv              Node options of the host
//   workload              "activate" or "exercise"
//   timeoutMs             the whole run
//   commands              commands to run instead of the workload: [[id, ...args]]
const fs = require('node:fs');
const { Host, within } = require('./host.js');
const { Workbench } = require('./workbench.js');
const { exercise } = require('./workload.js');

async function main() {
  const options = JSON.parse(fs.readFileSync(0, 'utf8'));
  const deadline = Date.now() + options.timeoutMs;
  const workbench = new Workbench(options);
  let host;
  const die = () => { host?.kill(); process.exit(1); };
  process.on('SIGTERM', die);
  process.on('SIGINT', die);

  host = await Host.start(options, workbench);
  const id = host.descriptions[0].identifier.value;
  const result = { id, activated: false, error: '', steps: {}, results: {} };
  try {
    await within(Math.max(1, deadline - Date.now()), `activating ${id}`, host.activate(id));
    if (options.commands?.length) {
      for (const [command, ...args] of options.commands) {
        const work = host.call('ExtHostCommands', '$executeContributedCommand', [command, ...args]);
        try {
          result.results[command] = (await within(Math.max(1, deadline - Date.now()), command, work)) ?? null;
          result.steps[`command ${command}`] = 'ok';
        } catch (e) {
          result.steps[`command ${command}`] = e.message;
        }
      }
    } else if (options.workload === 'exercise') {
      result.steps = await exercise(host, workbench, id, { deadline });
    }
  } catch (e) {
    result.error = e.message;
  }
  await host.stop();
  result.activated = id in workbench.activated;
  result.error ||= workbench.failed[id] ?? '';
  result.commands = [...workbench.commands].sort();
  result.messages = workbench.messages;
  result.errors = workbench.errors;
  result.calls = Object.fromEntries([...workbench.calls].sort(([a], [b]) => (a < b ? -1 : 1)));
  result.exit = host.exit;
  result.output = host.output;
  process.stdout.write(JSON.stringify(result), () => process.exit(0));
}

main().catch((e) => {
  process.stderr.write(`${e.stack}\n`, () => process.exit(1));
});

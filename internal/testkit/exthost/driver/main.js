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
//   half                  "first" or "second": only half of "exercise"
//   snapshot              commands and calls are noted when for so many milliseconds after activation nothing new was seen
//   thorough              more of it, with answers that vary and telemetry
//   timeoutMs             the whole run
//   commands              commands to run instead of the workload: [[id, ...args]]; workbench:… are its own
//   data                  where storage and logs lie; '' is below run
const fs = require('node:fs');
const { Host, within } = require('./host.js');
const { Workbench } = require('./workbench.js');
const { Going } = require('./going.js');
const { exercise } = require('./workload.js');
const extras = require('./extras.js');

const QUIET_MOST = 12; // snapshots' times until one is taken all the same

async function main() {
  const options = JSON.parse(fs.readFileSync(0, 'utf8'));
  const deadline = Date.now() + options.timeoutMs;
  const workbench = options.eventful ? new Going(options) : new Workbench(options);
  let host;
  const die = () => { host?.kill(); process.exit(1); };
  process.on('SIGTERM', die);
  process.on('SIGINT', die);

  host = await Host.start(options, workbench);
  const id = host.descriptions[0].identifier.value;
  const result = { id, activated: false, error: '', steps: {}, results: {} };
  try {
    await within(Math.max(1, deadline - Date.now()), `activating ${id}`, host.activate(id));
    if (options.snapshot) {
      await quiet(workbench, options.snapshot, Date.now() + QUIET_MOST * options.snapshot);
      result.start = { commands: [...workbench.commands].sort(), calls: [...workbench.calls.keys()].sort(), ms: Date.now() };
    }
    if (options.commands?.length) {
      for (const [command, ...args] of options.commands) {
        const step = command === 'workbench:debug' ? `command ${command} ${args[0]}` : `command ${command}`;
        const work = command.startsWith('workbench:') ? act(host, command, args) : host.call('ExtHostCommands', '$executeContributedCommand', [command, ...args]);
        try {
          result.results[command] = (await within(Math.max(1, deadline - Date.now()), command, work)) ?? null;
          result.steps[step] = 'ok';
        } catch (e) {
          result.steps[step] = e.message;
        }
      }
    } else if (options.workload === 'exercise') {
      result.steps = await exercise(host, workbench, id, { deadline, half: options.half, thorough: options.thorough });
    }
  } catch (e) {
    result.error = e.message;
  }
  await host.stop();
  result.activated = id in workbench.activated;
  result.error ||= workbench.failed[id] ?? '';
  result.commands = [...workbench.commands].sort();
  result.messages = workbench.messages;
  result.status = Object.fromEntries(workbench.status);
  result.pages = workbench.readPages();
  result.active = Object.keys(workbench.activated).sort();
  result.failed = workbench.failed;
  result.errors = workbench.errors;
  result.calls = Object.fromEntries([...workbench.calls].sort(([a], [b]) => (a < b ? -1 : 1)));
  result.exit = host.exit;
  result.output = host.output;
  process.stdout.write(JSON.stringify(result), () => process.exit(0));
}

/** Waits until no command and no kind of call is new for ms: how long that takes is the machine's matter. */
async function quiet(workbench, ms, end) {
  const seen = () => workbench.commands.size + workbench.calls.size;
  for (let had = -1; had !== seen() && Date.now() < end;) {
    had = seen();
    await new Promise((r) => setTimeout(r, ms));
  }
}

/** What the workbench does by itself, between commands. */
async function act(host, action, args) {
  switch (action) {
    case 'workbench:trust': return host.call('ExtHostWorkspace', '$onDidGrantWorkspaceTrust', []);
    case 'workbench:wait': return new Promise((r) => setTimeout(r, args[0]));
    case 'workbench:quiet': return quiet(host.workbench, args[0], Date.now() + QUIET_MOST * args[0]);
    case 'workbench:kill': host.kill(); return host.exited;
    case 'workbench:debug': return debug(host, args[0], args[1]);
    case 'workbench:activate': return host.activate(args[0]);
    case 'workbench:show': return extras.shown(host, ...args);
    default: throw new Error(`the workbench has no ${action}`);
  }
}

/** Starts a debug adapter, as F5 does. */
async function debug(host, type, configuration) {
  const workbench = host.workbench;
  const factory = workbench.providers.find((p) => p.method === '$registerDebugAdapterDescriptorFactory' && p.args[0] === type);
  if (!factory) throw new Error(`nobody debugs ${type}`);
  const session = { id: `session-${type}`, type, name: 'run', configuration: { type, name: 'run', request: 'launch', ...configuration } };
  await host.call('ExtHostDebugService', '$acceptDebugSessionStarted', [session]);
  await host.call('ExtHostDebugService', '$startDASession', [1, session]);
}

main().catch((e) => {
  process.stderr.write(`${e.stack}\n`, () => process.exit(1));
});

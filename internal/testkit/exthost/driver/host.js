'use strict';
// Starts VS Code's own extensionHostProcess.js as the workbench does: a child
// process that connects back to a socket, is handed its initial data, and then
// talks RPC. Whatever the child does, stop() ends it and all it started.
const childProcess = require('node:child_process');
const fs = require('node:fs');
const net = require('node:net');
const path = require('node:path');
const { Wire } = require('./wire.js');
const { Rpc, readProxyIds } = require('./rpc.js');
const { uri, describe, activationEvents, configuration } = require('./manifest.js');

const HANDSHAKE_MS = 30000;
const GRACE_MS = 3000; // between asking the host to end and killing it
const CONTROL = { initialized: 1, ready: 2, terminate: 3 };

/** Fails with a message that says what was too slow; the work itself cannot be taken back. */
function within(ms, what, promise) {
  let timer;
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error(`${what}: nothing after ${ms} ms`)), ms); });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

class Host {
  /**
   * @param {object} o kit (VS Code's directory), node, run (a directory of ours), workspace, extensions
   *   (directories), settings, env, execArgv, trusted, thorough (telemetry is sent)
   * @param workbench answers the host's requests
   */
  static async start(o, workbench) {
    const host = new Host(o, workbench);
    workbench.host = host;
    try {
      await within(HANDSHAKE_MS, 'handshake with the extension host', host.#connect());
    } catch (e) {
      await host.stop();
      throw new Error(`${e.message}\n${host.output.slice(-2000)}`);
    }
    return host;
  }

  constructor(o, workbench) {
    this.options = o;
    this.workbench = workbench;
    this.descriptions = o.extensions.map(describe);
    this.output = '';
    this.exit = null;
  }

  call(actor, method, args, options) { return this.rpc.call(actor, method, args, options); }

  activateByEvent(event) { return this.call('ExtHostExtensionService', '$activateByEvent', [event, 0]); }

  activate(id) {
    const extensionId = { value: id, _lower: id.toLowerCase() };
    return this.call('ExtHostExtensionService', '$activate', [extensionId, { startup: false, extensionId, activationEvent: 'api' }]);
  }

  /** Asks the host to end, then ends it and its whole process group. */
  async stop() {
    if (!this.child) return;
    try { this.wire?.send(Buffer.from([CONTROL.terminate])); } catch { /* it is gone already */ }
    await Promise.race([this.exited, new Promise((r) => setTimeout(r, GRACE_MS))]);
    this.kill();
    await Promise.race([this.exited, new Promise((r) => setTimeout(r, GRACE_MS))]);
    this.server.close();
  }

  kill() {
    try { process.kill(-this.child.pid, 'SIGKILL'); } catch { /* no process of the group is left */ }
  }

  async #connect() {
    const socketPath = path.join(this.options.run, 'host.sock');
    this.server = net.createServer();
    await new Promise((resolve, reject) => this.server.once('error', reject).listen(socketPath, resolve));
    const initialized = new Promise((resolve, reject) => {
      this.server.once('connection', (socket) => this.#serve(socket, resolve, reject));
    });
    this.#spawn(socketPath);
    await Promise.race([initialized, this.exited.then((e) => { throw new Error(`the extension host ended: ${JSON.stringify(e)}`); })]);
  }

  #spawn(socketPath) {
    const { kit, node, run, env, execArgv } = this.options;
    const out = path.join(kit, 'out');
    this.child = childProcess.spawn(node, [
      ...(execArgv ?? []), path.join(out, 'bootstrap-fork.js'), '--type=extensionHost', '--skipWorkspaceStorageLock',
    ], {
      cwd: run,
      detached: true, // its own process group, so that nothing it starts outlives it
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...env,
        VSCODE_ESM_ENTRYPOINT: 'vs/workbench/api/node/extensionHostProcess',
        VSCODE_EXTHOST_IPC_HOOK: socketPath,
        VSCODE_HANDLES_UNCAUGHT_ERRORS: 'true',
        VSCODE_NLS_CONFIG: JSON.stringify({
          userLocale: 'en', osLocale: 'en', resolvedLanguage: 'en', locale: 'en', availableLanguages: {},
          defaultMessagesFile: path.join(out, 'nls.messages.json'),
        }),
      },
    });
    const keep = (data) => { this.output = (this.output + data).slice(-20000); };
    this.child.stdout.on('data', keep);
    this.child.stderr.on('data', keep);
    this.exited = new Promise((resolve) => {
      const ended = (exit) => {
        this.exit = exit;
        this.rpc?.close(new Error(`the extension host ended: ${JSON.stringify(exit)}`));
        resolve(exit);
      };
      this.child.once('error', (e) => ended({ error: e.message }));
      this.child.once('exit', (code, signal) => ended({ code, signal }));
    });
  }

  #serve(socket, resolve, reject) {
    const bundle = fs.readFileSync(path.join(this.options.kit, 'out/vs/workbench/api/node/extensionHostProcess.js'), 'utf8');
    let talking = false;
    this.wire = new Wire(socket, (message) => {
      if (talking) {
        this.rpc.receive(message).catch((e) => this.workbench.errors.push(`driver: ${e.message}`));
      } else if (message.length === 1 && message[0] === CONTROL.ready) {
        this.wire.send(Buffer.from(JSON.stringify(this.#initialData())));
      } else if (message.length === 1 && message[0] === CONTROL.initialized) {
        talking = true;
        this.rpc = new Rpc((b) => this.wire.send(b), readProxyIds(bundle), (name, args) => this.workbench.serve(name, args));
        this.#furnish().then(resolve, reject);
      }
    });
  }

  /** What the workbench tells the host before anything else. */
  async #furnish() {
    const { workspace, settings, workspaceSettings, trusted, thorough } = this.options;
    const folder = { uri: uri(workspace), name: path.basename(workspace), index: 0 };
    await Promise.all([
      this.call('ExtHostConfiguration', '$initializeConfiguration', [configuration(this.descriptions, settings, workspaceSettings)]),
      this.call('ExtHostWorkspace', '$initializeWorkspace', [{ ...this.#workspaceData(), folders: [folder] }, trusted !== false]),
    ]);
    await Promise.allSettled([
      this.call('ExtHostEditorTabs', '$acceptEditorTabModel', [[{ groupId: 0, isActive: true, viewColumn: 0, tabs: [] }]]),
      this.call('ExtHostTheming', '$onColorThemeChange', ['dark']),
      this.call('ExtHostTelemetry', '$initializeTelemetryLevel', [thorough ? 3 : 0, thorough === true, { usage: thorough === true, error: thorough === true }]),
    ]);
  }

  #workspaceData() {
    return { id: 'workspace', name: path.basename(this.options.workspace), configuration: null, isUntitled: false, transient: false };
  }

  #initialData() {
    const { kit } = this.options;
    const run = this.options.data || this.options.run;
    const version = JSON.parse(fs.readFileSync(path.join(kit, 'package.json'), 'utf8')).version;
    const directory = (name) => { const d = path.join(run, name); fs.mkdirSync(d, { recursive: true }); return uri(d); };
    return {
      // A commit is left out on purpose: the host ends with 55 when it is not its own.
      version, parentPid: process.pid, logLevel: 3, loggers: [], logsLocation: directory('logs'), autoStart: true, uiKind: 1,
      environment: {
        isExtensionDevelopmentDebug: false, appRoot: uri(kit), appName: 'Extension host test', appHost: 'desktop', appUriScheme: 'code-oss',
        appLanguage: 'en', isExtensionTelemetryLoggingOnly: !this.options.thorough, isPortable: false, extensionLogLevel: [],
        globalStorageHome: directory('globalStorage'), workspaceStorageHome: directory('workspaceStorage'),
      },
      workspace: this.#workspaceData(),
      remote: { isRemote: false, connectionData: null },
      consoleForward: { includeStack: false, logNative: true },
      extensions: {
        versionId: 1, allExtensions: this.descriptions, myExtensions: this.descriptions.map((d) => d.identifier),
        activationEvents: Object.fromEntries(this.descriptions.map((d) => [d.identifier.value, activationEvents(d)])),
      },
      telemetryInfo: {
        sessionId: 'session', machineId: 'machine', sqmId: '', devDeviceId: 'device', msftInternal: false,
        firstSessionDate: 'Thu, 01 Jan 2026 00:00:00 GMT',
      },
      isSessionsWindow: false,
    };
  }
}

module.exports = { Host, within };

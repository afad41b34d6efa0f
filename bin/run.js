// Runs one of the project's scripts on the pinned Node: `node bin/run.js app/cli/admin-command.ts ...`.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { ensureInstalled, ensureServerBuilt, pinnedNode, root } from './prepare.js'
import { serverFlags } from './start-flags.js'

const [script = '', ...args] = process.argv.slice(2)
// The site, its rehearsal, and `npm run dev` need no packages for tests.
ensureInstalled({ tests: !/^(app|tools)\//.test(script) })
if (/^(tests\/(bench|screens)|tools\/rehearsal)\/|\/export-command/.test([script, ...args].join(' ')))
  ensureServerBuilt()
// Commands of the server go through as much data as the server itself.
const flags = script.startsWith('app/cli/') ? serverFlags : []
const child = spawn(pinnedNode(), [...flags, script, ...args], {
  cwd: root,
  // If this process ends, even by kill -9, scripts that listen to the channel notice.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
// The script ends in its own way, for example by removing what it has begun, and this process then has its exit code.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))

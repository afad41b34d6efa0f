// Runs one of the project's scripts on the pinned Node: `node bin/run.js server/cli/admin-command.ts ...`.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { findChromium } from './chromium.js'
import { ensureInstalled, ensureServerBuilt, pinnedNode, root } from './prepare.js'
import { serverFlags } from './start-flags.js'

const [script = '', ...args] = process.argv.slice(2)
// The site and its rehearsal run without the packages for tests.
ensureInstalled({ tests: !/^(server|tools)\//.test(script) })
const needsBrowser = /^tests\/(bench|screens)\//.test(script)
const needsPages = ['tools/rehearsal/rehearse-command.ts', 'server/cli/export-command.ts'].includes(script)
if (needsBrowser || needsPages) ensureServerBuilt()
const env = { ...process.env, ...(needsBrowser && { CHROMIUM_PATH: findChromium() ?? '' }) }
// Commands of the server go through as much data as the server itself.
const flags = script.startsWith('server/cli/') ? serverFlags : []
const child = spawn(pinnedNode(), [...flags, script, ...args], { cwd: root, stdio: 'inherit', env })
// The script ends in its own way, for example by removing what it has begun, and this process then has its exit code.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))

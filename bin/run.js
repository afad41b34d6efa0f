// Runs one of the project's scripts on the pinned Node: `node bin/run.js server/cli/admin-command.ts ...`.
import { spawnSync } from 'node:child_process'
import { findChromium } from './chromium.js'
import { ensureInstalled, ensureServerBuilt, pinnedNode, root } from './prepare.js'

const [script = '', ...args] = process.argv.slice(2)
ensureInstalled()
const needsBrowser = /^tests\/(bench|screens)\//.test(script)
if (needsBrowser || script === 'server/cli/rehearse-command.ts') ensureServerBuilt()
const env = { ...process.env, ...(needsBrowser && { CHROMIUM_PATH: findChromium() ?? '' }) }
process.exit(spawnSync(pinnedNode(), [script, ...args], { cwd: root, stdio: 'inherit', env }).status ?? 1)

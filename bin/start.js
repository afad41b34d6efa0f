// `npm start`: installs and builds if needed, then hands over to the server until it ends.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, pinnedNode, root } from './prepare.js'

ensureInstalled()
ensureBuilt()

// A small young generation and an early first collection keep the idle process half as large
// (docs/decisions/004-memory-flags.md); the compile cache halves the time until it listens.
const flags = ['--max-semi-space-size=4', '--initial-old-space-size=40']
const server = spawn(pinnedNode(), [...flags, 'server/main.ts'], {
  cwd: root,
  // The channel tells the server when this process is gone, however it ended.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { ...process.env, NODE_ENV: 'production', NODE_COMPILE_CACHE: join(root, '.cache', 'compiled') },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
server.on('exit', (code) => process.exit(code ?? 1))

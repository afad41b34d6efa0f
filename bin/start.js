// `npm start`: installs and builds if needed, then hands over to the server until it ends.
import { spawn } from 'node:child_process'
import { ensureBuilt, ensureInstalled, pinnedNode, root } from './prepare.js'
import { serverEnvironment, serverFlags } from './start-flags.js'

ensureInstalled()
ensureBuilt()

const server = spawn(pinnedNode(), [...serverFlags, 'server/main.ts'], {
  cwd: root,
  // The channel tells the server when this process is gone, however it ended.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: serverEnvironment(),
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
server.on('exit', (code) => process.exit(code ?? 1))

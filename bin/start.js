// `npm start`: installs and builds if needed, then hands over to the server until it ends.
import { spawn } from 'node:child_process'
import { ensureInstalled, ensureServerBuilt, pinnedNode, root } from './prepare.js'
import { serverEntry, serverEnvironment, serverFlags } from './start-flags.js'

ensureInstalled()
ensureServerBuilt()

/** Longer than the server's own maximum, in ms */
const longestStop = 25_000
const server = spawn(pinnedNode(), [...serverFlags, serverEntry], {
  cwd: root,
  // The IPC channel closes when this process ends, even if it is killed.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: serverEnvironment(),
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    // A hung server does not react to signals. The guard of its database stops the database.
    setTimeout(() => server.kill('SIGKILL'), longestStop).unref()
  })
server.on('exit', (code) => process.exit(code ?? 1))

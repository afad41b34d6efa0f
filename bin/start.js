// `npm start`: installs and builds if needed, then hands over to the server until it ends.
import { spawn } from 'node:child_process'
import { ensureInstalled, ensureServerBuilt, pinnedNode, root } from './prepare.js'
import { serverEntry, serverEnvironment, serverFlags } from './start-flags.js'

ensureInstalled()
ensureServerBuilt()

/** Max ms between a stop signal and a forced kill; longer than the server's own limit for shutting down */
const longestStop = 25_000
const server = spawn(pinnedNode(), [...serverFlags, serverEntry], {
  cwd: root,
  // This process holds one end of the IPC channel. If the process ends, even by kill -9, the server notices and stops.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: serverEnvironment(),
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    // A hung server does not react to signals, so it is killed. The guard process of its database stops the database.
    setTimeout(() => server.kill('SIGKILL'), longestStop).unref()
  })
server.on('exit', (code) => process.exit(code ?? 1))

// `npm start`: installs and builds if needed, then hands over to the server until it ends.
import { spawn } from 'node:child_process'
import { ensureInstalled, ensureServerBuilt, pinnedNode, root } from './prepare.js'
import { serverEntry, serverEnvironment, serverFlags } from './start-flags.js'

ensureInstalled()
ensureServerBuilt()

/** Longer than the server itself takes at most, in ms. */
const longestStop = 25_000
const server = spawn(pinnedNode(), [...serverFlags, serverEntry], {
  cwd: root,
  // The channel tells the server when this process is gone, however it ended.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: serverEnvironment(),
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    // A server that is stuck cannot be asked. Its database's guard stops the database.
    setTimeout(() => server.kill('SIGKILL'), longestStop).unref()
  })
server.on('exit', (code) => process.exit(code ?? 1))

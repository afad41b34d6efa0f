// `npm run dev`: the server with hot reload of pages, styles, islands and its own code.
import { spawn } from 'node:child_process'
import { ensureInstalled, pinnedNode, root } from './prepare.js'

ensureInstalled()
const server = spawn(pinnedNode(), ['server/dev.ts'], {
  cwd: root,
  // This process holds one end of the IPC channel. If the process ends, even by kill -9, the server notices and stops.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { ...process.env, NODE_ENV: 'development' },
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => process.exit(code ?? 1))

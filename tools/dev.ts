import { spawn } from 'node:child_process'
import { readConfig } from '../core/config.ts'
import { openDatabase } from '../core/server/db/open-database.ts'

// `npm run dev`: the server with hot reload of pages, styles, islands, and its own code. The database stays up while the
// server restarts at every saved file.
const config = readConfig()
const say = (message: string) => process.stdout.write(`${message}\n`)
const database = await openDatabase(config, { info: say, warn: say })
// Vite itself watches web and the rest of content.
const watched = ['server', 'contracts', 'core/words/brand.ts'].map((path) => `--watch-path=${path}`)
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', ...watched, 'app/main.ts'], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: {
    ...process.env,
    NODE_ENV: 'development',
    DATABASE_URL: database.connectionString,
    SEED: config.seed,
  },
})
process.on('disconnect', () => server.kill('SIGTERM'))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))
server.on('exit', async (code) => {
  await database.stop()
  process.exit(code ?? 0)
})

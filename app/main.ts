import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { pino } from 'pino'
import { type Config, readConfig } from '../core/config.ts'
import { paths } from '../core/contract/paths.ts'
import type { Database } from '../core/server/db/connect.ts'
import { explainTooFewConnections } from '../core/server/db/connection-room.ts'
import { openDatabase } from '../core/server/db/open-database.ts'
import { loggerOptions } from '../core/server/http/logging.ts'
import { prepareDatabase } from '../core/server/jobs/prepare-database.ts'
import { explainKeyState, finishRotation, readKeyState } from '../core/server/secrets/key-check.ts'
import { StartError } from '../core/server/start-error.ts'
import { findPasswordProblem } from '../features/accounts/server/account-forms.ts'
import {
  createFirstAdmin,
  createSetupCode,
  ensureOwner,
  hasUsers,
} from '../features/accounts/server/accounts.ts'
import { nameBackupToRestore } from '../features/backups/server/rotate-backups.ts'
import { illustrateSamples, seedSamples } from '../features/posts/server/samples/samples.ts'
import { explainError } from './cli/run-command.ts'
import { createInstance } from './create-server.ts'
import { jobPlans } from './features.ts'
import { createDevTools } from './pages/server/dev-tools.ts'
import { sweepRehearsals } from './sweep-rehearsals.ts'

/** Timeout for stopping one part; the server itself cuts off its requests sooner (app/create-server.ts). */
const stopTimeoutMs = 10_000

// Everything that was started, to be stopped in reverse order
const started: (() => Promise<void>)[] = []
let stopping: Promise<void> | undefined

// If standard output is closed (`npm start | head`), keep serving.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0))
// The launcher (bin/start.js) forwards signals. Once it has ended, no signal could stop this process.
process.on('disconnect', () => void stop(0))

start().catch(async (error: unknown) => {
  process.stderr.write(`\n${explainError(error)}\n`)
  await stop(1)
})

async function start(): Promise<void> {
  const config = readConfig()
  // In a container, TMPDIR is a folder of the empty volume.
  mkdirSync(tmpdir(), { recursive: true })
  const log = pino(loggerOptions(config.logLevel))

  // Without them the site still works, so they must not keep it from starting.
  await sweepRehearsals(config.dataDir).catch((error: unknown) =>
    log.warn(error, 'What a rehearsal has left could not be removed'),
  )
  const database = await openDatabase(config, log)
  started.push(() => database.stop())
  await prepareDatabase(database.connectionString, jobPlans).catch(async (error: unknown) => {
    throw await nameBackupToRestore(error, config.backupsFolder)
  })

  const tooFew = await explainTooFewConnections(database.connectionString, config.databasePool)
  if (tooFew) log.warn(tooFew)

  const devTools = config.dev ? await createDevTools() : undefined
  if (devTools) started.push(() => devTools.close())
  const instance = await createInstance({
    config,
    connectionString: database.connectionString,
    log,
    devTools,
  })
  started.push(() => instance.close())
  const { app, db, media, readiness } = instance
  if (!config.isRehearsal) await finishRotation(db, config)
  const keyProblem = explainKeyState(await readKeyState(db, config), config)
  if (keyProblem && !config.isRehearsal) log.warn(keyProblem)
  const firstSteps = await prepareFirstAdmin(db, config)
  if (config.seed === 'sample') await seedSamples(db)
  await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    throw explainListenError(error, config)
  })
  readiness.ready = true
  announce(config, firstSteps)
  if (config.seed === 'sample')
    await illustrateSamples(db, media).catch((error: unknown) =>
      log.warn({ err: error }, 'a sample post has no image until the next start'),
    )
}

function stop(exitCode: number): Promise<void> {
  stopping ??= (async () => {
    // Ends the process even if a step hangs. The database's guard process then stops the database.
    setTimeout(() => process.exit(exitCode), 2 * stopTimeoutMs).unref()
    for (const step of started.reverse()) {
      const tooLong = new Promise<void>((resolve) => setTimeout(resolve, stopTimeoutMs).unref())
      // A failed step must not prevent the next one: the database is stopped last.
      await Promise.race([step(), tooLong]).catch((error: unknown) =>
        process.stderr.write(`${explainError(error)}\n`),
      )
    }
    process.exit(exitCode)
  })()
  return stopping
}

/** Makes sure that there is an owner. Returns the path of the page that creates the first user, if it is needed. */
async function prepareFirstAdmin(db: Database, config: Config): Promise<string | undefined> {
  if (await hasUsers(db)) {
    await ensureOwner(db, config.firstAdmin?.username)
    return
  }
  if (config.firstAdmin) {
    const { username, password } = config.firstAdmin
    const problem = await findPasswordProblem(password, [username, config.site.name])
    if (problem)
      throw new StartError(
        `ADMIN_PASSWORD can’t be used. ${problem}\nSet another one, or remove ADMIN_USERNAME and ADMIN_PASSWORD to get a link that creates the first admin.`,
      )
    await createFirstAdmin(db, config.firstAdmin)
    return
  }
  return `${paths.setup}?code=${await createSetupCode(db)}`
}

function announce(config: Config, setupPath: string | undefined): void {
  const lines = [`${config.site.name} is running at ${config.publicUrl}`]
  if (setupPath)
    lines.push(
      '',
      'No one can sign in yet. Create the first admin account here (the link works once):',
      `${config.publicUrl}${setupPath}`,
    )
  lines.push('', 'Stop it with Ctrl-C.')
  process.stdout.write(`\n${lines.map((line) => (line ? `  ${line}` : '')).join('\n')}\n\n`)
}

function explainListenError(error: NodeJS.ErrnoException, config: Config): Error {
  if (error.code === 'EADDRINUSE')
    return new StartError(
      `Port ${config.port} is in use by another program. Stop that program, or choose another port: PORT=${config.port + 1} npm start`,
    )
  if (error.code === 'EACCES')
    return new StartError(
      `This user may not use port ${config.port}. Choose a port above 1023, for example PORT=3000.`,
    )
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new StartError(`This machine has no address ${config.host}. Set HOST to 127.0.0.1 or 0.0.0.0.`)
  return error
}

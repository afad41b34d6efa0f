import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { runCommand } from '../command.ts'
import { clusterExists } from '../db/embedded-postgres.ts'
import { openDatabaseBesideApp } from '../db/open.ts'
import { openMediaStore } from '../media/store.ts'
import { StartError } from '../start-error.ts'
import { makeBackup, makeKept } from './kept.ts'

// `npm run backup`, or `npm run backup -- FILE`. The app may be running meanwhile.
await runCommand(async ({ config, log, args }) => {
  if (args.length > 1) throw new StartError('Use it like this: npm run backup, or npm run backup -- FILE')
  const file = args[0] && resolve(args[0])
  if (file && existsSync(file))
    throw new StartError(`There is a file ${file} already. Name another one, or remove it first.`)
  if (!config.databaseUrl && !clusterExists(config.dataDir))
    throw new StartError(
      `There is no database in ${config.dataDir}. Name the folder that the app uses with DATA_DIR.`,
    )
  const database = await openDatabaseBesideApp(config, log)
  try {
    const shared = {
      connectionString: database.connectionString,
      media: await openMediaStore(config.mediaPlace),
    }
    if (file) await makeBackup({ ...shared, file })
    const kept = file
      ? undefined
      : await makeKept({ ...shared, folder: config.backupsFolder, keep: config.backupsKeep })
    if (!file && !kept)
      throw new StartError(`The app is making a backup right now. It will lie in ${config.backupsFolder}.`)
    return [
      `The backup is complete and checked: ${file ?? resolve(config.backupsFolder, kept?.name ?? '')}`,
      'It holds personal data and what opens accounts: keep it as safe as the server.',
      ...(config.mediaPlace.kind === 's3' ? ['Pictures lie in your bucket and are not in it.'] : []),
    ].join('\n')
  } finally {
    await database.stop()
  }
})

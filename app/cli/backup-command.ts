import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { StartError } from '../../core/server/start-error.ts'
import { makeBackup, makeKept } from '../../features/backups/server/rotate-backups.ts'
import { recordMadeByCommand } from '../../features/backups/server/run-backup.ts'
import { openMediaStore } from '../../features/media/server/store.ts'
import { runCommand } from './run-command.ts'

const usage = 'Usage: npm run backup, or npm run backup -- FILE, or npm run backup -- FILE --without-images'

// `npm run backup [-- FILE [--without-images]]`. The app may be running.
await runCommand(async ({ config, open, args }) => {
  const hasImages = !args.includes('--without-images')
  const [given, ...more] = args.filter((arg) => arg !== '--without-images')
  if (more.length > 0 || given?.startsWith('-') || (!given && !hasImages)) throw new StartError(usage)
  const file = given && resolve(given)
  if (file && existsSync(file))
    throw new StartError(`The file ${file} already exists. Choose another name, or remove it first.`)
  const connectionString = await open()
  const media = await openMediaStore(config.mediaPlace)
  const shared = { connectionString, media: hasImages ? media : { ...media, isRemote: true } }
  if (file) await makeBackup({ ...shared, file })
  const kept = file
    ? undefined
    : await makeKept({ ...shared, folder: config.backupsFolder, keep: config.backupsKeep })
  if (!file && !kept)
    throw new StartError(`The app is making a backup right now. It will be in ${config.backupsFolder}.`)
  await recordMadeByCommand(connectionString)
  return [
    `The backup is complete and checked: ${file ?? resolve(config.backupsFolder, kept?.name ?? '')}`,
    'It holds personal data and everything needed to open accounts. Keep it as safe as the server.',
    ...(config.mediaPlace.kind === 's3' ? ['Images are in your bucket, not in this backup.'] : []),
    ...(hasImages ? [] : ['Images are not in this backup.']),
  ].join('\n')
})

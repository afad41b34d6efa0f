import { dirname, resolve } from 'node:path'
import { openDatabase } from '../../core/server/db/open-database.ts'
import { StartError } from '../../core/server/start-error.ts'
import { readLedgerFiles, writeLedgerFile } from '../../features/backups/server/ledger-files.ts'
import { checkBackup, restoreBackup } from '../../features/backups/server/restore.ts'
import { openMediaStore } from '../../features/media/server/store.ts'
import { features } from '../features.ts'
import { runCommand } from './run-command.ts'

const usage = 'Usage: npm run restore -- FILE, or npm run restore -- FILE --replace'

// `npm run restore -- FILE [--replace]`. The app must not be running.
await runCommand(async ({ config, open, args }) => {
  const replace = args.includes('--replace')
  const [given, ...more] = args.filter((arg) => arg !== '--replace')
  if (!given || more.length > 0 || given.startsWith('-')) throw new StartError(usage)
  const file = resolve(given)
  const backup = await checkBackup(file)
  // Deletion ledgers (hashes of deleted people) are next to this backup and in this app's backups folder.
  const folders = new Set([dirname(file), config.backupsFolder])
  const ledgers = (await Promise.all([...folders].map(readLedgerFiles))).flat()
  const { oldLedger, hasPictures, stopped, madeAt, ...counts } = await restoreBackup({
    features,
    connectionString: await open(openDatabase),
    media: await openMediaStore(config.mediaPlace, { isReadOnly: config.isRehearsal }),
    backup,
    replace,
    ledgers,
  })
  if (oldLedger) await writeLedgerFile(config.backupsFolder, oldLedger)
  const { mails = 0 } = stopped
  const { rows, pictures, picturesMissing, picturesLeft, peopleDeleted } = counts
  const count = (number: number) => number.toLocaleString('en')
  const lines = [
    `Everything is as it was at ${madeAt}: ${count(rows)} rows and ${count(pictures)} image files.`,
    !hasPictures && 'Images are not in this backup. They stay in the bucket it was made with.',
    picturesMissing > 0 && `${count(picturesMissing)} images were already gone when it was made.`,
    picturesLeft > 0 && `${count(picturesLeft)} earlier images are no longer needed but couldn’t be removed.`,
    peopleDeleted > 0 && `${count(peopleDeleted)} people who were deleted since then were deleted again.`,
    mails > 0 &&
      `${count(mails)} waiting emails may have been sent since the backup, so they aren’t sent automatically. In the Outbox, resend only the ones that weren’t delivered.`,
    ...features.map(({ restore }) => restore?.report?.(stopped) ?? false),
    'Everyone has to sign in again, and programs need new API tokens. Start the app with: npm start',
  ]
  return lines.filter((line) => line !== false).join('\n')
})

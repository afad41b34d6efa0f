import { randomBytes } from 'node:crypto'
import { resetPassword } from '../accounts/accounts.ts'
import { connect } from '../db/connect.ts'
import { openDatabaseBesideApp } from '../db/open-database.ts'
import { prepareDatabase } from '../jobs/prepare-database.ts'
import { StartError } from '../start-error.ts'
import { runCommand } from './run-command.ts'

const usage = 'Usage: npm run admin -- reset-password NAME'

// `npm run admin -- reset-password NAME` helps an admin who is locked out. The app may be running.
await runCommand(async ({ config, log, args: [command, ...nameParts] }) => {
  const name = nameParts.join(' ')
  if (command !== 'reset-password' || name === '') throw new StartError(usage)
  const database = await openDatabaseBesideApp(config, log)
  try {
    await prepareDatabase(database.connectionString)
    const { db, close } = connect({ connectionString: database.connectionString, poolSize: 2, log })
    const password = randomBytes(12).toString('base64url')
    const found = await resetPassword(db, name, password).finally(close)
    if (!found) throw new StartError(`There’s no admin named ${name}.`)
    return `The new password for ${name} is: ${password}\nSign in with it and change it. Everyone who was signed in as ${name} has been signed out.`
  } finally {
    await database.stop()
  }
})

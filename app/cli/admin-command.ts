import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Config } from '../../core/config.ts'
import type { Database } from '../../core/server/db/connect.ts'
import { prepareDatabase } from '../../core/server/jobs/prepare-database.ts'
import { acceptSecretKey } from '../../core/server/secrets/key-check.ts'
import { type Rotation, rotateSecretKey } from '../../core/server/secrets/rotate.ts'
import { earlierFileName, keyFileName } from '../../core/server/secrets/secret-key.ts'
import { StartError } from '../../core/server/start-error.ts'
import { resetPassword } from '../../features/accounts/server/accounts.ts'
import { resetFactorsOf } from '../../features/accounts/server/second-factor/changes.ts'
import { sealedTotp } from '../../features/accounts/server/second-factor/totp.ts'
import { sealedConnections } from '../../features/connections/server/stored-connections.ts'
import { runCommand } from './run-command.ts'

type Subcommand = (context: { config: Config; db: Database; name: string }) => Promise<string>

const usage = [
  'Usage: npm run admin -- reset-password NAME',
  '       npm run admin -- reset-second-factor NAME',
  '       npm run admin -- rotate-secret-key',
  '       npm run admin -- accept-secret-key',
].join('\n')

/** Every secret that is sealed in the database */
const sealedColumns = [...sealedTotp, sealedConnections]

// For people who are locked out, and for a new or lost SECRET_KEY. The app may be running.
await runCommand(async ({ config, open, connect, args: [command = '', ...nameParts] }) => {
  const name = nameParts.join(' ')
  const run = findSubcommand(command, name)
  const connectionString = await open()
  await prepareDatabase(connectionString)
  return run({ config, db: connect(connectionString, 2), name })
})

function findSubcommand(command: string, name: string): Subcommand {
  if (command === 'reset-password' && name !== '') return resetPasswordOf
  if (command === 'reset-second-factor' && name !== '') return resetSecondFactor
  if (command === 'rotate-secret-key' && name === '') return rotateKey
  if (command === 'accept-secret-key' && name === '') return acceptKey
  throw new StartError(usage)
}

async function resetPasswordOf({ db, name }: Parameters<Subcommand>[0]): Promise<string> {
  const password = randomBytes(12).toString('base64url')
  if (!(await resetPassword(db, name, password))) throw new StartError(`There’s no user named ${name}.`)
  return `The new password for ${name} is: ${password}\nSign in with it and change it. Everyone who was signed in as ${name} has been signed out, and their API tokens have ended.`
}

async function resetSecondFactor({ db, name }: Parameters<Subcommand>[0]): Promise<string> {
  if (!(await resetFactorsOf(db, name))) throw new StartError(`There’s no user named ${name}.`)
  return `${name} can now sign in with the password alone. The passkeys, the authenticator app, and the recovery codes were removed, everyone who was signed in as ${name} has been signed out, and their API tokens have ended.`
}

async function rotateKey({ db, config }: Parameters<Subcommand>[0]): Promise<string> {
  const rotation = await rotateSecretKey(db, config, sealedColumns)
  if (rotation.outcome !== 'wrong-key' || !process.stdin.isTTY) return tellRotation(rotation)
  const typed = await askSecret('The key that the secrets are sealed with now: ')
  return tellRotation(await rotateSecretKey(db, config, sealedColumns, typed))
}

/** @throws StartError if nothing was rotated because a key is missing */
function tellRotation(rotation: Rotation): string {
  switch (rotation.outcome) {
    case 'no-new-key':
      throw new StartError(
        'There’s no new key. Set SECRET_KEY to it and SECRET_KEY_OLD to the earlier one, then run this again.',
      )
    case 'wrong-key':
      throw new StartError(
        'The earlier key is missing or wrong, so nothing was changed. Set SECRET_KEY_OLD to it, then run this again.',
      )
    case 'unused':
      return 'This site has no secrets yet. Nothing was changed.'
    case 'same':
      return 'The secrets are sealed with this key already. Nothing was changed.'
    case 'rotated': {
      const { resealed, unreadable, hasKeptFile } = rotation
      const lines = [`Everything is sealed with the new key now (secrets: ${resealed}).`]
      if (unreadable > 0)
        lines.push(`${unreadable} could not be opened with any key, and were left as they are.`)
      lines.push(
        hasKeptFile
          ? `The new key is the file ${keyFileName} in DATA_DIR: copy it to a place outside of the backups. Backups from before need the earlier key, which is kept as ${earlierFileName}.`
          : 'Start every instance with the new SECRET_KEY and without SECRET_KEY_OLD. Keep the earlier key elsewhere: backups from before need it.',
      )
      return lines.join('\n')
    }
  }
}

async function acceptKey({ db, config }: Parameters<Subcommand>[0]): Promise<string> {
  const result = await acceptSecretKey(db, config)
  if (result === 'none')
    throw new StartError('There’s no new key to accept. Set SECRET_KEY first, then run this again.')
  if (result === 'same') return 'This is the right key already. Nothing was changed.'
  return 'This key is the site’s key now. Authenticator apps that were set up under the earlier key have to be set up again; until then, their owners sign in with a recovery code or a passkey. Type the passwords and keys of Settings > Email and Settings > Connections again, too.'
}

/** Asks the operator at the terminal for a secret, without showing what is typed. */
async function askSecret(question: string): Promise<string> {
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return (await lines.question('')).trim()
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}

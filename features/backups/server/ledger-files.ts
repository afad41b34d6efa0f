import { createHash } from 'node:crypto'
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../../../core/server/start-error.ts'
import { type Ledger, ledgerFile } from '../../privacy/server/deletion-ledger.ts'
import { explainFolder, giveToOwnerOf, makeFolder } from './backup-folder.ts'

/**
 * Name of the file of a deletion ledger (hashes of deleted people). It depends on the site's key, so that no other
 * site's ledger is overwritten.
 */
const fileOf = ({ key }: Ledger) =>
  `deletions-${createHash('sha256').update(key).digest('hex').slice(0, 12)}.json`
const isLedgerFile = (name: string) => /^deletions-[0-9a-f]{12}\.json$/.test(name)

/** The ledgers in a folder; none if the folder does not exist. */
export async function readLedgerFiles(folder: string): Promise<Ledger[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw explainFolder(folder, error)
  })
  return Promise.all(names.filter(isLedgerFile).map((name) => readLedgerFile(join(folder, name))))
}

/** Throws if the file is unreadable, because ignoring it would bring deleted people back. */
async function readLedgerFile(file: string): Promise<Ledger> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new StartError(
      `The list of deletions ${file} can’t be read. Change its owner to the user that the app runs as.`,
    )
  })
  try {
    return ledgerFile.parse(JSON.parse(text))
  } catch {
    throw new StartError(
      `The list of deletions ${file} is damaged. Replace it with the copy next to your other backups.`,
    )
  }
}

/** Replaces the file atomically. */
export async function writeLedgerFile(folder: string, content: Ledger): Promise<void> {
  const file = join(folder, fileOf(content))
  const text = `${JSON.stringify(content, null, 1)}\n`
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return
  await makeFolder(folder)
  const part = `${file}.part`
  try {
    await writeFile(part, text, { mode: 0o600, flush: true })
    await giveToOwnerOf(folder, part)
    await rename(part, file)
  } catch (error) {
    throw explainFolder(folder, error)
  }
}

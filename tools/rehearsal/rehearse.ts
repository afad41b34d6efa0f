import { join } from 'node:path'
import { removeRehearsal, sweepRehearsals } from '../../app/sweep-rehearsals.ts'
import type { Config } from '../../core/config.ts'
import { newToken } from '../../core/server/http/tokens.ts'
import { compareDatabases, readDatabaseShape } from './compare-databases.ts'
import { checkSpace, dropPageCache, findCopy, signIn } from './copy-data.ts'
import { broken, type Finding, mergeFindings } from './findings.ts'
import { compareMemory, readMemory } from './memory.ts'
import { createRehearsalFolder, type RehearsalFolder, type Side } from './rehearsal-folder.ts'
import type { Report } from './report.ts'
import { type RunningVersion, runCommandOf, startVersion, type VersionFolder } from './version-folder.ts'
import { walkSites } from './walk.ts'

type Options = {
  /** Of the running site */
  config: Config
  /** Settings of the running site as text, for both copies */
  settings: NodeJS.Dict<string>
  versions: Record<Side, VersionFolder>
  /** Path of a Chromium, if there is one */
  chromium: string | undefined
  say: (line: string) => void
  signal: AbortSignal
}

type Result = Pick<Report, 'findings' | 'shots' | 'hasBrowser'>

/**
 * Starts two versions on copies of the running site, compares them, and deletes the copies.
 * @throws StartError if the rehearsal is not possible
 */
export async function rehearse(options: Options): Promise<Result> {
  const { config, say } = options
  if ((await sweepRehearsals(config.dataDir)) > 0) say('Removed what an interrupted rehearsal had left')
  const folder = createRehearsalFolder(config.dataDir)
  try {
    return await rehearseIn(folder, options)
  } finally {
    await removeRehearsal(folder.path)
  }
}

async function rehearseIn(folder: RehearsalFolder, options: Options): Promise<Result> {
  const { config, settings, versions, say, signal } = options
  await checkSpace(config, { info: () => {}, warn: say })
  say('Making a backup of the running site')
  // The current version restores it, so the current version must write it.
  await runCommandOf(versions.current, ['backup-command.ts', folder.backup, '--without-images'], {
    env: settings,
    signal,
  })
  const running: RunningVersion[] = []
  try {
    for (const side of ['current', 'next'] as const) {
      signal.throwIfAborted()
      say(`Restoring the copy for ${side === 'current' ? 'the version that runs now' : 'the new version'}`)
      await runCommandOf(versions.current, ['restore-command.ts', folder.backup], {
        env: copySettings(folder, side, options),
        signal,
      })
    }
    say(`Starting version ${versions.current.version}`)
    const current = await start('current', folder, options)
    running.push(current)
    say(`Starting version ${versions.next.version}, which migrates its copy`)
    const next = await start('next', folder, options).catch((error: Error) => {
      if (signal.aborted) throw error
      return error
    })
    if (next instanceof Error) return startFailed(next)
    running.push(next)
    return await compare({ current, next }, folder, options)
  } finally {
    await Promise.all(running.map((version) => version.stop()))
  }
}

const startFailed = (error: Error): Result => ({
  findings: [{ subject: 'the new version', differences: [broken(`does not start: ${error.message}`)] }],
  shots: [],
  hasBrowser: true,
})

function start(side: Side, folder: RehearsalFolder, options: Options): Promise<RunningVersion> {
  return startVersion(options.versions[side], {
    env: copySettings(folder, side, options),
    logFile: join(folder.path, `${side}.log`),
    signal: options.signal,
  })
}

/** The settings of the running site, with the copy's own database, and its pictures for reading only */
function copySettings(
  folder: RehearsalFolder,
  side: Side,
  { config, settings }: Options,
): NodeJS.Dict<string> {
  return {
    ...settings,
    DATA_DIR: folder.dataOf(side),
    DATABASE_URL: '',
    REHEARSAL: config.dataDir,
    SEED: 'none',
    ADMIN_USERNAME: '',
    ADMIN_PASSWORD: '',
  }
}

async function compare(
  running: Record<Side, RunningVersion>,
  folder: RehearsalFolder,
  { config, chromium, say, signal }: Options,
): Promise<Result> {
  const log = { info: () => {}, warn: say }
  const copies = {
    current: findCopy(folder.dataOf('current'), log),
    next: findCopy(folder.dataOf('next'), log),
  }
  const findings: Finding[] = compareDatabases(
    await readDatabaseShape(copies.current),
    await readDatabaseShape(copies.next),
  )
  const timeZones = ['UTC', config.site.timeZone]
  const token = newToken()
  const open = async (side: Side) => ({
    origin: running[side].origin,
    // Without the table, every admin page of the new version will be reported.
    cookie: await signIn(copies[side], token).catch(() => undefined),
    timeZones,
  })
  const walk = await walkSites({
    sites: { current: await open('current'), next: await open('next') },
    chromium,
    profile: join(folder.path, 'browser'),
    dropCaches: () => Promise.all([dropPageCache(copies.current), dropPageCache(copies.next)]),
    say,
    signal,
  }).catch((error: unknown) => {
    if (!running.next.hasEnded()) throw error
    return undefined
  })
  const { current, next } = running
  if (walk) findings.push(...walk.findings)
  findings.push(
    next.hasEnded()
      ? { subject: 'the new version', differences: [broken('ended while it was compared')] }
      : compareMemory(readMemory(current.pid), readMemory(next.pid)),
    compareErrors(current.errors(), next.errors()),
  )
  return {
    findings: mergeFindings(findings),
    shots: walk?.shots ?? [],
    hasBrowser: chromium !== undefined,
  }
}

function compareErrors(current: string[], next: string[]): Finding {
  const isNew = next.filter((message) => !current.includes(message))
  return {
    subject: 'log of the server',
    differences: isNew.map((message) => broken(`has the error “${message}”`)),
  }
}

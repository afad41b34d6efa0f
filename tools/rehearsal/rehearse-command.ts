import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs, parseEnv } from 'node:util'
import { explainError } from '../../app/cli/run-command.ts'
import { root } from '../../bin/prepare.js'
import { readConfig } from '../../core/config.ts'
import { StartError } from '../../core/server/start-error.ts'
import { findChromium } from '../chromium.js'
import { countOutcomes } from './findings.ts'
import { rehearse } from './rehearse.ts'
import { listDifferences, writeReport } from './report.ts'
import { readVersionFolder } from './version-folder.ts'

const usage = 'Usage: npm run rehearse, or npm run rehearse -- --current FOLDER'
const say = (line: string) => void process.stdout.write(`${line}\n`)

// `npm run rehearse [-- --current FOLDER]`, in the folder of the new version. The app may be running.
const stopping = new AbortController()
// If standard output is closed (`npm run rehearse | head`), the copies must still be removed.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => stopping.abort())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (!stopping.signal.aborted) say('Stopping, and removing the copies')
    stopping.abort()
  })

process.exitCode = await run().catch((error: unknown) => {
  process.stderr.write(
    `\n${stopping.signal.aborted ? 'The rehearsal was stopped.' : `The rehearsal was not possible. ${explainError(error)}`}\n`,
  )
  return 2
})

/** Returns 0 if nothing is broken, and 1 if something is. */
async function run(): Promise<number> {
  const currentFolder = readArguments()
  const startedAt = new Date()
  const config = readConfig(undefined, currentFolder)
  const versions = {
    current: await readVersionFolder(currentFolder),
    next: await readVersionFolder(root),
  }
  const result = await rehearse({
    config,
    settings: readSettings(currentFolder),
    versions,
    chromium: hasPuppeteer() ? findChromium({ headless: true, install: false }) : undefined,
    say,
    signal: stopping.signal,
  })
  const report = {
    ...result,
    versions: { current: versions.current.version, next: versions.next.version },
    startedAt,
    seconds: (Date.now() - startedAt.getTime()) / 1000,
  }
  const file = await writeReport(config.dataDir, report)
  say(`\n${listDifferences(report).join('\n')}`)
  say(`\nThe report is in ${file}. It shows personal data.`)
  const { broken } = countOutcomes(report.findings)
  say(broken > 0 ? 'Something is broken: do not switch yet.' : 'Nothing is broken: you can switch.')
  return broken > 0 ? 1 : 0
}

/** The settings in the file `.env` of a folder and in the environment, which wins, as text */
function readSettings(folder: string): NodeJS.Dict<string> {
  const file = join(folder, '.env')
  return { ...(existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}), ...process.env }
}

/** It is installed with the packages for tests, which an image lacks. */
function hasPuppeteer(): boolean {
  return existsSync(join(root, 'node_modules/puppeteer-core'))
}

function readArguments(): string {
  try {
    const { values } = parseArgs({ options: { current: { type: 'string' } } })
    return values.current === undefined ? root : resolve(values.current)
  } catch {
    throw new StartError(usage)
  }
}

// `npm test`: types, lint, unused code, unit and API tests, browser tests; one closing line.
// `npm test -- PATH...` runs the tests in these files and folders only, of whatever kind they are; `npm test -- NAME` runs
// those of a feature without its drills, and with `--with-importers` also those of the features that import it.
// `npm run check` (`--check`) runs the first three only; `npm run test:long` (`--long`) runs the drills, which are slow
// tests of crashes, a full disk, and deadlines; `npm run test:browsers` (`--browsers`) runs the main journeys in every
// browser engine that is installed; `npm run test:watch` (`--watch`) repeats the tests that a saved file concerns.
import { spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureInstalled, ensureServerBuilt, pinnedNode, root } from '../bin/prepare.js'
import { chromiumMissing, findChromium } from './chromium.js'

const { values: mode, positionals: paths } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean' },
    /** Without types, lint, and unused code */
    tests: { type: 'boolean' },
    long: { type: 'boolean' },
    browsers: { type: 'boolean' },
    watch: { type: 'boolean' },
    'with-importers': { type: 'boolean' },
    /** Only tests whose names match this regular expression */
    name: { type: 'string', short: 't' },
  },
})
const isWhole = !mode.long && !mode.browsers && !mode.watch && paths.length === 0
const slowestShown = 10
/** Settings of the kinds of tests that `npm test` leaves out */
const configs = {
  long: ['--config', 'vitest.long.config.ts'],
  'browser engine': ['--config', 'vitest.browsers.config.ts'],
}
/** Includes the cases and the browser tests that `npm test` leaves out. */
const everyCase = { EVERY_CASE: '1' }
/** Features whose folders can be deleted */
const removable = ['newsletter', 'trainings', 'events', 'transfer']

ensureInstalled({ tests: true })
const node = pinnedNode()
const reports = mkdtempSync(join(tmpdir(), 'everyday-ai-reports-'))
let passed = 0
/** Names of what failed, with how to repeat it */
const failures = []
/** `{ name, seconds }` of each test */
const durations = []

// The checks run in parallel with each other and with the build, which uses only one core most of the time.
const checks =
  (isWhole && !mode.tests) || mode.check
    ? [
        startCheck('types', ['node_modules/typescript/bin/tsc', '-p', '.']),
        // With colors, biome prints an escape sequence for every character of a file.
        startCheck('lint and format', [
          'node_modules/@biomejs/biome/bin/biome',
          'ci',
          '--error-on-warnings',
          '--colors=off',
          '.',
        ]),
        startCheck('unused files, exports, and packages', ['node_modules/knip/bin/knip.js']),
      ]
    : []
if (!mode.check) ensureServerBuilt()
for (const finish of checks) await finish()
if (!mode.check) runTests()
// One after another, because each needs all cores.
for (const name of mode.long ? removable : [])
  await startCheck(`without ${name}`, ['tools/without-feature.js', name], `npm run test:without -- ${name}`)()
rmSync(reports, { recursive: true, force: true })
printResult()
process.exit(failures.length === 0 ? 0 : 1)

function runTests() {
  if (mode.long) {
    vitest('drills', ['--config', 'vitest.long.config.ts'])
    playwright([], everyCase)
  } else if (mode.browsers)
    vitest('journeys in each browser engine', ['--config', 'vitest.browsers.config.ts'])
  else if (mode.watch) run(['node_modules/vitest/vitest.mjs', 'watch', ...paths])
  else if (paths.length > 0) runPaths()
  else {
    vitest('unit, API, and component tests')
    playwright()
  }
}

/** Runs the tests in the given files and folders with the runner that each kind needs. */
function runPaths() {
  const kinds = new Map()
  for (const file of paths.flatMap((path) => listTestsOf(path) ?? listFiles(path)))
    kinds.set(kindOf(file), [...(kinds.get(kindOf(file)) ?? []), file])
  kinds.delete('none')
  if (kinds.size === 0) failures.push({ name: `no tests in ${paths.join(', ')}` })
  const named = mode.name ? ['-t', mode.name] : []
  for (const [kind, files] of kinds) {
    if (kind === 'browser')
      playwright(
        [...files, ...(mode.name ? ['-g', mode.name] : [])],
        paths.every((path) => existsSync(join(root, path))) ? everyCase : {},
      )
    else vitest(`${kind} tests`, [...(configs[kind] ?? []), ...named, ...files])
  }
}

/** The files of a feature, without drills; undefined if there is no such feature */
function listTestsOf(name) {
  const names = readdirSync(join(root, 'features'))
  if (!names.includes(name)) return
  const imports = new RegExp(`from '(\\.\\./)+${name}/`)
  const isImporter = (other) =>
    listFiles(`features/${other}`).some(
      (file) => /\.tsx?$/.test(file) && imports.test(readFileSync(join(root, file), 'utf8')),
    )
  const all = names.filter((one) => one === name || (mode['with-importers'] && isImporter(one)))
  return all.flatMap((one) => listFiles(`features/${one}`)).filter((file) => !file.includes('/long/'))
}

function kindOf(file) {
  if (file.endsWith('.spec.ts')) return 'browser'
  if (!/\.test\.tsx?$/.test(file)) return 'none'
  if (file.includes('/long/')) return 'long'
  return file.startsWith('tests/browsers/') ? 'browser engine' : 'unit, API, and component'
}

/** The files of a folder, or the file itself, relative to the project. */
function listFiles(path) {
  const full = join(root, path)
  if (!existsSync(full)) return []
  if (statSync(full).isFile()) return [relative(root, full)]
  return readdirSync(full, { recursive: true }).map((name) => relative(root, join(full, name)))
}

/** Starts a check. Returns a function that waits for its end, prints its output, and counts its result. */
function startCheck(name, args, repeat = 'npm run check') {
  const output = join(reports, `${name}.txt`)
  // The output goes to a file, because the build blocks this process, which could not empty a pipe before it is full.
  const file = openSync(output, 'w')
  const child = spawn(node, args, { cwd: root, stdio: ['ignore', file, file] })
  closeSync(file)
  const ended = new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', resolve)
  })
  return async () => {
    const code = await ended
    console.log(`\n> ${name}`)
    process.stdout.write(readFileSync(output))
    if (code === 0) passed++
    else failures.push({ name, repeat })
  }
}

function vitest(what, args = []) {
  const report = join(reports, 'vitest.json')
  console.log(`\n> ${what}`)
  const ok = run([
    'node_modules/vitest/vitest.mjs',
    'run',
    ...args,
    '--reporter=tools/test-progress.ts',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  const tests = readReport(report)?.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, duration, failureMessages }) => ({
      file: relative(root, name),
      title: fullName,
      status,
      seconds: (duration ?? 0) / 1000,
      message: failureMessages?.[0],
    })),
  )
  count(what, ok, tests)
}

function playwright(args = [], extra = {}) {
  if (!chromium()) return failures.push({ name: chromiumMissing })
  const report = join(reports, 'playwright.json')
  console.log('\n> browser tests')
  const ok = run(['node_modules/@playwright/test/cli.js', 'test', ...args, '--reporter=list,json'], {
    ...extra,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  })
  const listSpecs = (suite, titles = []) => [
    ...(suite.specs ?? []).map((spec) => ({ ...spec, title: [...titles, spec.title].join(' ') })),
    ...(suite.suites ?? []).flatMap((inner) =>
      listSpecs(inner, inner.line ? [...titles, inner.title] : titles),
    ),
  ]
  const tests = readReport(report)?.suites.flatMap((suite) =>
    listSpecs(suite).flatMap(({ file, title, tests }) =>
      tests.map(({ status, results }) => ({
        file,
        title,
        status: status === 'expected' ? 'passed' : status === 'skipped' ? 'skipped' : 'failed',
        seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
        message: results.at(-1)?.error?.message,
      })),
    ),
  )
  count('browser tests', ok, tests)
}

function chromium() {
  return findChromium({ headless: isWhole || paths.length > 0 })
}

function run(args, extra = {}) {
  const env = { ...process.env, CHROMIUM_PATH: chromium() ?? '', ...extra }
  return spawnSync(node, args, { cwd: root, stdio: 'inherit', env }).status === 0
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** Adds a runner's results. A runner that failed without a failed test counts as one failure. */
function count(what, ok, tests = []) {
  const failed = tests.filter(({ status }) => status === 'failed')
  passed += tests.filter(({ status }) => status === 'passed').length
  durations.push(...tests.map(({ file, title, seconds }) => ({ name: `${file}: ${title}`, seconds })))
  for (const { file, title, message } of failed)
    failures.push({
      name: `${file}: ${title}`,
      message,
      repeat: `npm test -- ${file} -t ${JSON.stringify(title.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))}`,
    })
  if (!ok && failed.length === 0) failures.push({ name: what })
}

/** Prints the slowest tests, each failed test once more with how to repeat it, and the closing line. */
function printResult() {
  if (durations.length > slowestShown) {
    console.log('\nThe slowest tests:')
    for (const { name, seconds } of durations.sort((a, b) => b.seconds - a.seconds).slice(0, slowestShown))
      console.log(`  ${seconds.toFixed(1)} s  ${name}`)
  }
  for (const { name, message, repeat } of failures) {
    console.log(`\nFAILED ${name}`)
    const lines = (message ?? '').split('\n').filter((line) => line.trim() !== '')
    for (const line of lines.slice(0, 6)) console.log(`  ${line}`)
    if (repeat) console.log(`  Repeat it: ${repeat}`)
  }
  console.log(`\n${passed} passed, ${failures.length} failed`)
}

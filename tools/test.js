// `npm test`: types, lint, unused code, unit and API tests, browser tests; one closing line.
// `npm run check` (`--check`) runs the first three only; `npm run test:long` (`--long`) runs the drills, which are slow
// tests of crashes, a full disk, and deadlines; `npm run test:browsers` (`--browsers`) runs the main journeys in every
// browser engine that is installed.
import { spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled, ensureServerBuilt, pinnedNode, root } from '../bin/prepare.js'
import { chromiumMissing, findChromium } from './chromium.js'

const mode = process.argv[2] ?? '--all'
ensureInstalled({ tests: true })
const node = pinnedNode()
const reports = mkdtempSync(join(tmpdir(), 'everyday-ai-reports-'))
const total = { passed: 0, failed: 0 }

// The checks run in parallel with each other and with the build, which uses only one core most of the time.
const checks =
  mode === '--all' || mode === '--check'
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
if (mode !== '--check') ensureServerBuilt()
for (const finish of checks) await finish()

if (mode !== '--check') {
  const chromium = findChromium({ headless: mode === '--all' })
  const env = { ...process.env, CHROMIUM_PATH: chromium ?? '' }
  if (mode === '--long') {
    vitest('drills', ['--config', 'vitest.long.config.ts'], env)
    if (chromium) playwright({ ...env, EVERY_SECTION: '1' }, ['section-forms'])
  } else if (mode === '--browsers')
    vitest('journeys in each browser engine', ['--config', 'vitest.browsers.config.ts'], env)
  else {
    vitest('unit and API tests', [], env)
    if (chromium) playwright(env)
    else {
      total.failed++
      console.error(`\n${chromiumMissing}`)
    }
  }
}
rmSync(reports, { recursive: true, force: true })
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

/** Starts a check. Returns a function that waits for its end, prints its output, and counts its result. */
function startCheck(name, args) {
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
    total[code === 0 ? 'passed' : 'failed']++
  }
}

function vitest(name, args, env) {
  const report = join(reports, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const ok = execute(name, ['node_modules/vitest/vitest.mjs', 'run', ...args, ...reporters], env)
  count(report, ok, (result) => ({ passed: result.numPassedTests, failed: result.numFailedTests }))
}

function playwright(env, files = []) {
  const report = join(reports, 'playwright.json')
  const ok = execute(
    'browser tests',
    ['node_modules/@playwright/test/cli.js', 'test', ...files, '--reporter=list,json'],
    {
      ...env,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    },
  )
  count(report, ok, ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected }))
}

function execute(name, args, env) {
  console.log(`\n> ${name}`)
  return spawnSync(node, args, { cwd: root, stdio: 'inherit', env }).status === 0
}

/** Adds a runner's counts; a runner that failed without a failed test counts as one failure. */
function count(report, ok, read) {
  const counts = existsSync(report)
    ? read(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0 }
  total.passed += counts.passed
  total.failed += counts.failed || (ok ? 0 : 1)
}

// `npm test`: types, lint, unused code, unit and API tests, browser tests; one closing line.
// `npm run check` (`--check`) runs the first three only; `npm run test:long` (`--long`) runs the
// drills, and `npm run test:browsers` (`--browsers`) the main journeys in every engine that is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumMissing, findChromium } from './chromium.js'
import { ensureInstalled, ensureServerBuilt, pinnedNode, root } from './prepare.js'

const mode = process.argv[2] ?? '--all'
ensureInstalled()
const node = pinnedNode()
const reports = mkdtempSync(join(tmpdir(), 'everyday-ai-reports-'))
const total = { passed: 0, failed: 0 }

if (mode === '--all' || mode === '--check') {
  check('types', ['node_modules/typescript/bin/tsc', '-p', '.'])
  check('lint and format', ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.'])
  check('unused files, exports, and packages', ['node_modules/knip/bin/knip.js'])
}
if (mode !== '--check') {
  ensureServerBuilt()
  const chromium = findChromium()
  const env = { ...process.env, CHROMIUM_PATH: chromium ?? '' }
  if (mode === '--long') vitest('drills', ['--config', 'vitest.long.config.ts'], env)
  else if (mode === '--browsers')
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

function check(name, args) {
  const ok = execute(name, args, process.env)
  total[ok ? 'passed' : 'failed']++
}

function vitest(name, args, env) {
  const report = join(reports, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const ok = execute(name, ['node_modules/vitest/vitest.mjs', 'run', ...args, ...reporters], env)
  count(report, ok, (result) => ({ passed: result.numPassedTests, failed: result.numFailedTests }))
}

function playwright(env) {
  const report = join(reports, 'playwright.json')
  const ok = execute(
    'browser tests',
    ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'],
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

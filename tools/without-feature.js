// `npm run test:without -- NAME`: proves that a feature can be deleted. In a copy of the project it removes the folder, the
// feature's lines in the two lists, and its scripts in package.json; then it runs types, lint, and all other tests. With
// PATH... it runs only the tests in these files and folders, and with `--keep` the copy stays.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureInstalled, pinnedNode, root } from '../bin/prepare.js'

/** These compare the project with its documents, packages, and migrations, which still have those of the feature. */
const leftOut = ['tests/project/docs.test.ts', 'tests/project/packages.test.ts']

const { values: mode, positionals } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'boolean' } },
})
const [name = '', ...paths] = positionals
if (!/^[a-z-]+$/.test(name) || !existsSync(join(root, 'features', name, 'feature.ts'))) {
  console.error('Usage: npm run test:without -- NAME [PATH...], with the name of a folder in features/')
  process.exit(1)
}
ensureInstalled({ tests: true })
const copy = mkdtempSync(join(tmpdir(), `everyday-ai-without-${name}-`))
copyProject()
removeFeature()
const failed = runChecks()
if (mode.keep) console.log(`\nThe copy is ${copy}`)
else rmSync(copy, { recursive: true, force: true })
console.log(
  `\nWithout ${name}: ${failed.length === 0 ? 'everything passed' : `failed: ${failed.join(', ')}`}`,
)
process.exit(failed.length === 0 ? 0 : 1)

function copyProject() {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of files.split('\0')) {
    if (file !== '' && existsSync(join(root, file))) cpSync(join(root, file), join(copy, file))
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
}

function removeFeature() {
  rmSync(join(copy, 'features', name), { recursive: true })
  for (const file of leftOut) rmSync(join(copy, file), { force: true })
  for (const list of ['app/features.ts', 'app/features.client.ts']) {
    edit(list, (text) => {
      const line = new RegExp(`^import \\{ (\\w+) \\} from '\\.\\./features/${name}/.*\n`, 'm')
      const entry = line.exec(text)?.[1]
      return entry ? text.replace(line, '').replace(new RegExp(`\\b${entry}, ?|, ${entry}(?=\\])`), '') : text
    })
  }
  edit('package.json', (text) => {
    const { scripts, ...rest } = JSON.parse(text)
    const others = Object.entries(scripts).filter(([, command]) => !command.includes(`features/${name}/`))
    return `${JSON.stringify({ ...rest, scripts: Object.fromEntries(others) }, null, 2)}\n`
  })
  run('node_modules/@biomejs/biome/bin/biome', [
    'format',
    '--write',
    'app/features.ts',
    'app/features.client.ts',
    'package.json',
  ])
  execFileSync('git', ['init', '-q'], { cwd: copy })
  execFileSync('git', ['add', '-A'], { cwd: copy })
}

/** Returns the names of the checks that failed. */
function runChecks() {
  const checks = [
    ['types', 'node_modules/typescript/bin/tsc', ['-p', '.']],
    ['lint', 'node_modules/@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '--colors=off', '.']],
    ['tests', 'tools/test.js', paths.length > 0 ? paths : ['--tests']],
  ]
  return checks
    .filter(([title, ...command]) => {
      console.log(`\n> Without ${name}: ${title}`)
      return run(...command) !== 0
    })
    .map(([title]) => title)
}

function run(script, args) {
  return spawnSync(pinnedNode(), [script, ...args], { cwd: copy, stdio: 'inherit' }).status
}

function edit(file, change) {
  writeFileSync(join(copy, file), change(readFileSync(join(copy, file), 'utf8')))
}

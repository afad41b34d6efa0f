// Installs packages and builds before any command runs. Plain JavaScript without dependencies,
// because it runs on whatever Node the machine has (18 or newer) before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

/**
 * Installs the packages that are missing: those that the site and its build need, or with `tests` all of them
 * (docs/decisions/003-pinned-node.md).
 */
export function ensureInstalled({ tests = false } = {}) {
  const stamp = join(root, 'node_modules', '.installed-from')
  const wanted = hashFiles(['package-lock.json'])
  const hasTests = () => existsSync(join(root, 'node_modules', 'vitest'))
  const isDone = () => readIfThere(stamp) === wanted && (hasTests() || !tests)
  if (isDone()) return
  withLock('install', () => {
    if (isDone()) return
    console.log('Installing packages (once; takes a minute or two)...')
    // npm's own record of a finished installation. Packages are added to it, because a server may be running from them.
    const record = join(root, 'node_modules', '.package-lock.json')
    const command = existsSync(record) ? ['install', '--no-save'] : ['ci']
    const scope = tests || hasTests() ? '--include=dev' : '--omit=dev'
    // Without them, an interrupted installation is not taken for a finished one.
    for (const file of [stamp, record]) rmSync(file, { force: true })
    runNpm([...command, scope, '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'])
    removeHeaders()
    ensureNodeStarts()
    writeFileSync(stamp, wanted)
  })
}

function runNpm(args) {
  // npm sets `npm_execpath` to its own script. If it is not set, the npm on the PATH is used.
  const npm = process.env.npm_execpath
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  run(command, [...first, ...args], {
    // On Windows, npm is a .cmd file, which only a shell can run.
    shell: process.platform === 'win32' && command === 'npm',
    failure: 'The packages couldn’t be installed. Check the connection to the npm registry and try again.',
  })
}

/** Removes Node's C headers (67 MB), which only packages that compile something would need. */
function removeHeaders() {
  const packages = readdirSync(join(root, 'node_modules'))
  for (const name of packages.filter((name) => /^node-(bin-)?(darwin|linux|win)-/.test(name)))
    rmSync(join(root, 'node_modules', name, 'include'), { recursive: true, force: true })
}

/** Since version 25, Node for Linux needs libatomic, which small systems leave out. */
function ensureNodeStarts() {
  const starts = () => spawnSync(pinnedNode(), ['--version'], { stdio: 'ignore' }).status === 0
  if (process.platform !== 'linux' || starts()) return
  if (!installWithApt('libatomic, which Node 26 needs,', ['libatomic1']) || !starts())
    fail(
      'Node 26 needs the library libatomic, which isn’t installed. Install it (on Debian or Ubuntu: sudo apt-get install libatomic1) and try again.',
    )
}

/**
 * As root on Debian or Ubuntu, installs the first of these packages that this version of the system has. Returns whether it
 * did.
 */
export function installWithApt(what, packages) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false
  console.log(`Installing ${what} with apt-get...`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const aptGet = (...args) => spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env })
  aptGet('update')
  return packages.some((name) => aptGet('install', '-y', '--no-install-recommends', name).status === 0)
}

const parts = ['app', 'core', 'features']
/** True for a test, or for what only tests need, in one of these folders */
export const isOfTests = (path) => /\.(test|spec)\.tsx?$|\/(e2e|long|testing)\//.test(path)
const isOfPages = (path) => !isOfTests(path) && !path.includes('/server/')
const isOfServer = (path) => !isOfTests(path) && !/\/web\/|\.css$/.test(path)

/** Builds the pages and islands if their sources have changed. */
export function ensureBuilt() {
  build('pages', ['--app'], ['vite.config.ts', ...parts], isOfPages)
}

/** Builds the pages and the server for `npm start`. Tests run the server's sources. */
export function ensureServerBuilt() {
  ensureBuilt()
  const config = 'vite.server.config.ts'
  build('server', ['--config', config], [config, ...parts], isOfServer)
}

function build(name, args, madeOf, isMadeOf) {
  const stamp = join(root, 'dist', `.${name}-built-from`)
  const sources = () => hashFiles(['package-lock.json', ...madeOf], isMadeOf)
  if (readIfThere(stamp) === sources()) return
  withLock(`build-${name}`, () => {
    const wanted = sources()
    if (readIfThere(stamp) === wanted) return
    console.log(`Building the ${name}...`)
    rmSync(stamp, { force: true })
    run(pinnedNode(), [join(root, 'node_modules/vite/bin/vite.js'), 'build', ...args, '--logLevel', 'warn'], {
      env: { ...process.env, NODE_ENV: 'production' },
      failure: `The ${name} couldn’t be built. The lines above say why.`,
    })
    writeFileSync(stamp, wanted)
  })
}

/**
 * Returns the path of the Node in node_modules. If there is none for this kind of machine, returns the path of the Node
 * that runs this script, if it is new enough.
 */
export function pinnedNode() {
  const pinned = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  if (existsSync(pinned)) return pinned
  if (Number(process.versions.node.split('.')[0]) >= 26) return process.execPath
  fail(
    `There’s no prebuilt Node 26 for this kind of machine (${process.platform} ${process.arch}). Install Node 26 and try again.`,
  )
}

/** Prints `failure` and exits if the command fails. */
export function run(command, args, { failure, shell = false, env = process.env } = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell, env })
  if (result.status !== 0) fail(failure)
}

export function fail(sentence) {
  console.error(`\n${sentence}`)
  process.exit(1)
}

/** Runs `work` while it holds a lock file, so that two commands at the same time (a start and a test) take turns. */
function withLock(name, work) {
  const folder = join(root, '.cache')
  const lock = join(folder, `${name}.lock`)
  const startedAt = Date.now()
  let told = false
  while (!tryToLock(folder, lock)) {
    if (isAbandoned(lock)) rmSync(lock, { force: true })
    else sleep(200)
    if (!told && Date.now() - startedAt > 2000) {
      told = true
      console.log(`Waiting for another command that is doing the same work (its lock file is ${lock})...`)
    }
    if (Date.now() - startedAt > 10 * 60_000)
      fail(`Nothing happened for ten minutes. Remove ${lock} and try again.`)
  }
  process.once('exit', () => rmSync(lock, { force: true }))
  work()
  rmSync(lock, { force: true })
}

function tryToLock(folder, lock) {
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    fail(
      `The folder ${root} can’t be written to (${error.code}). Make it writable for this user, or copy it somewhere else.`,
    )
  }
}

/** True if the process that created the lock has ended, or wrote no id within five seconds and so probably crashed. */
function isAbandoned(lock) {
  const holder = Number(readIfThere(lock))
  if (holder) return !isAlive(holder)
  const written = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return Date.now() - written > 5000
}

function sleep(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

export function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

function hashFiles(names, isIn = () => true) {
  const hash = createHash('sha256')
  for (const path of names.flatMap((name) => listFiles(join(root, name)))) {
    const name = relative(root, path).split(sep).join('/')
    if (isIn(name)) hash.update(name).update('\0').update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}

function listFiles(path) {
  let entries
  try {
    entries = readdirSync(path, { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path]
    throw error
  }
  return entries
    .filter((entry) => entry.name !== 'generated')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? listFiles(join(path, entry.name)) : [join(path, entry.name)]))
}

// Finds a Chromium for the browser tests, and installs one where that is possible without asking.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { root } from './prepare.js'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const macPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The path of a Chromium: CHROMIUM_PATH, the system's, Playwright's, or one installed by apt-get as root. */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given) return isExecutable(given) ? given : undefined
  return onSystem() ?? fromPlaywright() ?? fromApt()
}

export const chromiumMissing =
  'The browser tests need Chromium or Chrome, and neither was found. Install one (on Debian or Ubuntu: apt-get install chromium), ' +
  'or set CHROMIUM_PATH to one that’s installed. Then run `npm test` again.'

function onSystem() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...candidates, ...macPaths].find(isExecutable)
}

function fromPlaywright() {
  const { chromium } = createRequire(join(root, 'package.json'))('@playwright/test')
  const path = chromium.executablePath()
  return path && existsSync(path) ? path : undefined
}

function fromApt() {
  const isDebian = existsSync('/etc/debian_version') && !/^ID=ubuntu$/m.test(readIfThere('/etc/os-release'))
  if (process.getuid?.() !== 0 || !isDebian) return undefined
  console.log('Installing Chromium with apt-get...')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']])
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env })
  return onSystem()
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

// Finds a Chromium for the browser tests, and installs one if that is possible without asking the user.
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { installWithApt, readIfThere, root } from '../bin/prepare.js'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
/** Debian's name for a Chromium that cannot open windows. The browser tests take a sixth less time with it. */
const headlessShell = 'chromium-headless-shell'
const macPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Finds the path of a Chromium: from CHROMIUM_PATH, on the system, in Playwright's folder, or, if this process is root
 * on Debian, by installing one with apt-get. With `headless`, prefers a Chromium that cannot open windows. With
 * `install: false`, installs nothing.
 */
export function findChromium({ headless = false, install = true } = {}) {
  const given = process.env.CHROMIUM_PATH
  if (given) return isExecutable(given) ? given : undefined
  const wanted = headless ? [headlessShell, ...names] : names
  return (
    onSystem(wanted) ??
    fromPlaywright() ??
    (install ? fromApt(wanted, headless ? [headlessShell, 'chromium'] : ['chromium']) : undefined)
  )
}

export const chromiumMissing =
  'The browser tests need Chromium or Chrome, and neither was found. Install one (on Debian or Ubuntu: apt-get install chromium), ' +
  'or set CHROMIUM_PATH to one that’s installed. Then run `npm test` again.'

function onSystem(wanted) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const candidates = wanted.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...candidates, ...macPaths].find(isExecutable)
}

function fromPlaywright() {
  const { chromium } = createRequire(join(root, 'package.json'))('@playwright/test')
  const path = chromium.executablePath()
  return path && existsSync(path) ? path : undefined
}

/** Tries to install the packages in this order and stops at the first one that this version of Debian has. */
function fromApt(wanted, packages) {
  const isUbuntu = /^ID=ubuntu$/m.test(readIfThere('/etc/os-release') ?? '')
  if (isUbuntu || !installWithApt('Chromium', packages)) return undefined
  return onSystem(wanted)
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

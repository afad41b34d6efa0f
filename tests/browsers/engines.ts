import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium } from '../../tools/chromium.js'
import { findProgram } from '../helpers/find-program.ts'
import { driveWebKit } from './drive-webkit.ts'
import { driveChromium, driveFirefox } from './drive-with-puppeteer.ts'
import type { Driver, EngineName } from './driver.ts'

export type Engine = {
  name: EngineName
  /** Undefined if the browser is not installed */
  start: (() => Promise<Driver>) | undefined
  howToInstall: string
}

/** The three engines, with a driver for those that are installed. */
export function findEngines(): Engine[] {
  const chromium = findChromium()
  const firefox = process.env.FIREFOX_PATH ?? findProgram('firefox-esr', 'firefox')
  const webkit = findWebKit()
  return [
    {
      name: 'Chromium',
      start: chromium ? () => driveChromium(chromium) : undefined,
      howToInstall: 'apt-get install chromium, or set CHROMIUM_PATH',
    },
    {
      name: 'Firefox',
      start: firefox ? () => driveFirefox(firefox) : undefined,
      howToInstall: 'apt-get install firefox-esr, or set FIREFOX_PATH',
    },
    {
      name: 'WebKit',
      start: webkit && (() => driveWebKit(webkit)),
      howToInstall: 'apt-get install webkit2gtk-driver xvfb',
    },
  ]
}

function findWebKit() {
  const driver = findProgram('WebKitWebDriver')
  const xvfb = findProgram('xvfb-run')
  const browser = findMiniBrowser()
  return driver && xvfb && browser ? { driver, xvfb, browser } : undefined
}

/** Searches the library folders for MiniBrowser, which WebKitGTK does not put on the PATH. */
function findMiniBrowser(): string | undefined {
  const folders = ['/usr/lib', '/usr/libexec', ...listFolders('/usr/lib'), ...listFolders('/usr/libexec')]
  return folders
    .flatMap(listFolders)
    .filter((folder) => folder.includes('webkit'))
    .map((folder) => join(folder, 'MiniBrowser'))
    .find(existsSync)
}

function listFolders(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name))
}

import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { root } from '../../bin/prepare.js'
import type { View } from '../../core/web/page.ts'
import type { TestServer } from './launch-server.ts'

/** What an optional feature adds to the tests of all pages, in `features/NAME/testing/public-pages.ts` */
export type PublicPages = {
  /** For pages with parameters: functions that prepare the data and return addresses that open the page, by route */
  addresses: Record<string, (server: TestServer) => Promise<string | string[]>>
  /** Makes links for guests. Returns the token for each beginning of a path. */
  makeTokens(server: TestServer): Promise<Record<string, string>>
  /** Pages that show only words of the feature */
  views?: View[]
}

/** What an optional feature adds to the test of its switch, in `features/NAME/testing/switched-off.ts` */
export type SwitchedOff = {
  label: string
  /** What the question before it is switched off says is open */
  open: string
  /** Adds rows that are open. Returns the path of a link in an email that was sent. */
  prepare(server: TestServer, cookie: string): Promise<string>
  /** Addresses that respond 404 while it is off */
  gone: string[]
  /** What no public page may contain while it is off */
  traces: RegExp
  /** What no path of a request may contain while it is off */
  requests: RegExp
  /** What no screen of the admin may contain while it is off */
  screens?: RegExp
  /** Checks that the link works while the feature is off. */
  checkLink(page: Page, link: string, server: TestServer): Promise<void>
  /** Checks that everything is there when it is on again. */
  checkBack(page: Page): Promise<void>
}

/** False in a copy of the project without a feature (tools/without-feature.js) */
export const hasFeature = (name: string): boolean => existsSync(join(root, 'features', name))

/** What features add to tests of the whole product: `name` of the modules `features/NAME/testing/FILE` of all that have one */
export function loadTesting<Part>(file: string, name: string): Promise<Part[]> {
  const found = globSync(`features/*/testing/${file}`, { cwd: root }).sort()
  return Promise.all(found.map(async (path) => (await import(pathToFileURL(join(root, path)).href))[name]))
}

/** The public pages of the optional features that are there */
export const publicPages = await loadTesting<PublicPages>('public-pages.ts', 'publicPages')

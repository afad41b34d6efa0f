import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
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

/** What features add to tests of the whole product: the modules `features/NAME/testing/FILE` of all that have one */
export function loadTesting<Module>(file: string): Promise<Module[]> {
  const found = globSync(`features/*/testing/${file}`, { cwd: root }).sort()
  return Promise.all(found.map((path) => import(pathToFileURL(join(root, path)).href)))
}

/** The public pages of the optional features that are there */
export const publicPages = (await loadTesting<{ publicPages: PublicPages }>('public-pages.ts')).map(
  (module) => module.publicPages,
)

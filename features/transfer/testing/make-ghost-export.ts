import { type GhostExport, ghostExport } from './ghost-export.ts'
import { makeFile, readSource } from './read-source.ts'

/** An export as a text */
export const ghostText = (site: GhostExport) => [...ghostExport(site)].join('')

/** Writes an export to a folder that is deleted after the test, and returns its path. */
export const makeGhostExport = (site: GhostExport) =>
  makeFile('old-site.ghost.2026-11-01-09-00-00.json', ghostText(site))

export const readGhost = (site: GhostExport) => readSource(makeGhostExport(site))

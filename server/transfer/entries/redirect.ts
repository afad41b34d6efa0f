import type { ImportCounts, ImportNote } from '../../../contracts/imports.ts'
import type { Queryable } from '../../db/connect.ts'
import { keepRedirect, type NewRedirect } from '../../redirects/keep-redirect.ts'
import { toPathHere } from '../../redirects/redirect-address.ts'
import type { EntryHandler, EntryResult } from '../import-run.ts'
import type { SourceRedirect } from '../sources/source.ts'

export const redirectHandler: EntryHandler<SourceRedirect> =
  async ({ importId, publicUrl, source: { siteUrl } }, { from, to }) =>
  (tx) =>
    storeRedirect(tx, { from, target: { to: toPathHere(to.trim(), [publicUrl, siteUrl]) }, importId })

export async function storeRedirect(tx: Queryable, redirect: NewRedirect): Promise<EntryResult> {
  const result = await keepRedirect(tx, redirect)
  return { counts: countsOf[result], notes: notesOf[result](redirect.from) }
}

type Result = Awaited<ReturnType<typeof keepRedirect>>

const countsOf: Record<Result, ImportCounts> = {
  kept: { redirects: 1 },
  known: {},
  taken: {},
  unusable: {},
}

const unusable = (from: string): ImportNote => ({
  about: from,
  detail: 'This redirect was left out, because it leads nowhere or to itself.',
})

const notesOf: Record<Result, (from: string) => ImportNote[]> = {
  kept: () => [],
  known: () => [],
  taken: (from) => [{ about: from, detail: 'This address already leads to something else, which was kept.' }],
  unusable: (from) => [unusable(from)],
}

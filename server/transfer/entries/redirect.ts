import type { Queryable } from '../../db/connect.ts'
import { keepRedirect, type NewRedirect } from '../../redirects/keep-redirect.ts'
import type { EntryResult } from '../import-run.ts'

export async function storeRedirect(tx: Queryable, redirect: NewRedirect): Promise<EntryResult> {
  const result = await keepRedirect(tx, redirect)
  const note = (detail: string): EntryResult => ({ counts: {}, notes: [{ about: redirect.from, detail }] })
  switch (result) {
    case 'kept':
      return { counts: { redirects: 1 }, notes: [] }
    case 'known':
      return { counts: {}, notes: [] }
    case 'taken':
      return note('This address already leads to something else, which was kept.')
    case 'unusable':
      return note('This redirect was left out, because it leads nowhere or to itself.')
  }
}

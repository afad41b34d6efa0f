import { eq } from 'drizzle-orm'
import { isWebAddress } from '../../../../core/contract/web-address.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { redirects } from '../../schema.ts'
import type { EntryResult } from '../import-run.ts'
import { listCandidates, normalizeAddress } from '../redirects/redirect-address.ts'

type NewRedirect = {
  /** Path and query on the old site */
  from: string
  /** A path or a web address */
  target: { to: string } | { postId: number }
  importId: number | null
}

/** Stores a redirect, unless an earlier one from the same address leads elsewhere. */
export async function storeRedirect(
  tx: Queryable,
  { from, target, importId }: NewRedirect,
): Promise<EntryResult> {
  const note = (detail: string): EntryResult => ({ counts: {}, notes: [{ about: from, detail }] })
  const fromPath = normalizeAddress(from)
  const to = 'to' in target ? target.to.trim() : undefined
  if (
    fromPath === undefined ||
    (to !== undefined && (!isTarget(to) || listCandidates(to).includes(fromPath)))
  )
    return note('This redirect was left out, because it leads nowhere or to itself.')
  const values = { fromPath, to: to ?? null, postId: 'postId' in target ? target.postId : null }
  const added = await tx
    .insert(redirects)
    .values({ ...values, importId })
    .onConflictDoNothing()
  if (added.rowCount === 1) return { counts: { redirects: 1 }, notes: [] }
  const [row] = await tx.select().from(redirects).where(eq(redirects.fromPath, fromPath))
  return row?.to === values.to && row.postId === values.postId
    ? { counts: {}, notes: [] }
    : note('This address already leads to something else, which was kept.')
}

const isTarget = (to: string) => (/^\/(?![/\\])/.test(to) && to.length <= 2000) || isWebAddress(to)

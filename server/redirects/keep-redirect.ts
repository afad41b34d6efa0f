import { eq } from 'drizzle-orm'
import { isWebAddress } from '../../contracts/web-address.ts'
import type { Queryable } from '../db/connect.ts'
import { redirects } from '../db/schema/transfer.ts'
import { listCandidates, normalizeAddress } from './redirect-address.ts'

export type NewRedirect = {
  /** Path and query on the old site */
  from: string
  /** A path or a web address */
  target: { to: string } | { postId: number }
  importId: number | null
}

/**
 * - `kept`: stored now
 * - `known`: an earlier one leads to the same place
 * - `taken`: an earlier one leads elsewhere, and stays
 * - `unusable`: not an address, or one that leads to itself
 */
export type KeepResult = 'kept' | 'known' | 'taken' | 'unusable'

export async function keepRedirect(
  tx: Queryable,
  { from, target, importId }: NewRedirect,
): Promise<KeepResult> {
  const fromPath = normalizeAddress(from)
  const to = 'to' in target ? target.to.trim() : undefined
  if (
    fromPath === undefined ||
    (to !== undefined && (!isTarget(to) || listCandidates(to).includes(fromPath)))
  )
    return 'unusable'
  const values = { fromPath, to: to ?? null, postId: 'postId' in target ? target.postId : null }
  const added = await tx
    .insert(redirects)
    .values({ ...values, importId })
    .onConflictDoNothing()
  if (added.rowCount === 1) return 'kept'
  const [row] = await tx.select().from(redirects).where(eq(redirects.fromPath, fromPath))
  return row?.to === values.to && row.postId === values.postId ? 'known' : 'taken'
}

const isTarget = (to: string) => (/^\/(?![/\\])/.test(to) && to.length <= 2000) || isWebAddress(to)

import { eq, inArray, sql } from 'drizzle-orm'
import { cacheRead } from '../../../../core/server/db/cached-read.ts'
import { type Database, isDatabaseAway, type Queryable } from '../../../../core/server/db/connect.ts'
import type { RedirectFinder } from '../../../manifest/feature.ts'
import { addressOf } from '../../../posts/contract/post-kinds.ts'
import { blogPosts } from '../../../posts/schema.ts'
import { isPublic } from '../../../posts/server/post-rows.ts'
import { redirects } from '../../schema.ts'
import { listCandidates } from './redirect-address.ts'

/** Max redirects that lead from one to the next. What they lead to is sent at once. */
const maxHops = 5

/** Finds redirects. On a site without any, unknown addresses cost no query. */
export function createRedirectFinder(db: Database): RedirectFinder {
  const known = cacheRead(
    () => readKinds(db),
    { path: false, query: false },
    () => {},
  )
  return {
    async find(address, by) {
      const kinds = await known.read()
      if (!kinds[by]) return undefined
      const candidates = listCandidates(address).filter(
        (candidate) => by === 'path' || candidate.includes('?'),
      )
      try {
        return await follow(db, candidates)
      } catch (error) {
        // The page itself may still be in the page cache.
        if (isDatabaseAway(error)) return undefined
        throw error
      }
    },
    forget: known.forget,
  }
}

async function readKinds(db: Queryable): Promise<{ path: boolean; query: boolean }> {
  const { rows } = await db.execute<{ path: boolean; query: boolean }>(sql`
    select exists (select from ${redirects}) as path,
      exists (select from ${redirects} where strpos(${redirects.fromPath}, '?') > 0) as query`)
  return rows[0] ?? { path: false, query: false }
}

/** Follows redirects to one that leads elsewhere. A circle leads nowhere. */
async function follow(db: Queryable, candidates: string[]): Promise<string | undefined> {
  let found = await findTarget(db, candidates)
  for (let hop = 1; found !== undefined; hop++) {
    const next = found.startsWith('/') ? await findTarget(db, listCandidates(found)) : undefined
    if (next === undefined) return found
    if (hop === maxHops) return undefined
    found = next
  }
  return undefined
}

async function findTarget(db: Queryable, candidates: string[]): Promise<string | undefined> {
  if (candidates.length === 0) return undefined
  const rows = await db
    .select({
      from: redirects.fromPath,
      to: redirects.to,
      postId: redirects.postId,
      kind: blogPosts.kind,
      slug: blogPosts.slug,
      isPublic: sql<boolean | null>`${isPublic}`,
    })
    .from(redirects)
    .leftJoin(blogPosts, eq(blogPosts.id, redirects.postId))
    .where(inArray(redirects.fromPath, candidates))
  for (const candidate of candidates) {
    const row = rows.find(({ from }) => from === candidate)
    if (row?.to) return row.to
    if (row?.kind && row.slug && row.isPublic) return addressOf({ kind: row.kind, slug: row.slug })
  }
  return undefined
}

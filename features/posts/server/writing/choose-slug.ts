import { eq } from 'drizzle-orm'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import type { PostRequest } from '../../contract/posts.ts'
import { postSlugs } from '../../schema.ts'
import { hasBeenPublic, type PostRow } from '../post-rows.ts'
import { findAddressProblem, isMadeOf, pickSlug, slugFromTitle } from '../slugs.ts'
import type { Refusal } from './validate-post.ts'

/** The title of a save, and the slug that the editor or the title asks for */
type Wanted = { title: string; slug: string }
type Typed = Pick<PostRequest, 'slug' | 'slugByHand'>
type Chosen = { ok: true; slug: string } | { ok: false; refusal: Refusal }

/** Chooses the slug of a new post, and takes it. */
export async function takeNewSlug(
  tx: Queryable,
  post: Pick<PostRow, 'id' | 'kind'>,
  wanted: Wanted,
  request: Typed,
): Promise<Chosen> {
  const refusal = await refuseAddress(tx, post, wanted, request)
  if (refusal) return { ok: false, refusal }
  return { ok: true, slug: await pickSlug(tx, post, wanted.slug) }
}

/**
 * Chooses the slug after a save. It follows the title until the post is first published. Afterwards it changes only if
 * an editor changes it, and the old slug redirects to the post.
 */
export async function takeSlugAfter(
  tx: Queryable,
  old: PostRow,
  wanted: Wanted,
  request: Typed,
): Promise<Chosen> {
  const kept = { ok: true, slug: old.slug } as const
  const byHand = isByHand(wanted, request)
  if (byHand && wanted.slug === old.slug) return kept
  const follows = !hasBeenPublic(old)
  if (!byHand && !follows) return kept
  const isBlank = request.slug?.trim() === ''
  if (!byHand && wanted.title === old.title && (!isBlank || isMadeOf(old.title, old))) return kept
  const refusal = await refuseAddress(tx, old, wanted, request)
  if (refusal) return { ok: false, refusal }
  const slug = await pickSlug(tx, old, wanted.slug)
  if (slug === old.slug) return kept
  // No reader can have seen the old slug, so other posts may have it.
  if (follows) await tx.delete(postSlugs).where(eq(postSlugs.postId, old.id))
  await keepSlug(tx, old, slug)
  return { ok: true, slug }
}

/** Reserves a slug for a post, for good. */
export async function keepSlug(
  tx: Queryable,
  { id, kind }: Pick<PostRow, 'id' | 'kind'>,
  slug: string,
): Promise<void> {
  await tx.insert(postSlugs).values({ slug, postId: id, kind }).onConflictDoNothing()
}

/** True if an editor chose the slug, rather than the title */
function isByHand({ title, slug }: Wanted, request: Typed): boolean {
  const differs = request.slug !== undefined && slug !== slugFromTitle(title)
  return differs || (request.slugByHand === true && Boolean(request.slug?.trim()))
}

/** Refuses an address that was typed for a page and is not free. A post gets a number at the end of its slug instead. */
async function refuseAddress(
  tx: Queryable,
  { id, kind }: Pick<PostRow, 'id' | 'kind'>,
  wanted: Wanted,
  request: Typed,
): Promise<Refusal | undefined> {
  if (kind !== 'page' || !isByHand(wanted, request)) return undefined
  const detail = await findAddressProblem(tx, id, { typed: request.slug ?? '', slug: wanted.slug })
  return detail === undefined ? undefined : { field: 'slug', reason: 'unfit', detail }
}

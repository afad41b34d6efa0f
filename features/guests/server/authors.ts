import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { slugLength } from '../../../core/contract/slug.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { readMediaAddress } from '../../media/contract/media.ts'
import { media } from '../../media/schema/media.ts'
import { toPicture } from '../../media/server/picture.ts'
import type { Byline } from '../../posts/contract/post-guest.ts'
import { blogPosts } from '../../posts/schema.ts'
import { isPublic, newestFirst, summaryColumns, toSummary } from '../../posts/server/post-rows.ts'
import { slugFromTitle } from '../../posts/server/slugs.ts'
import { authorInvites } from '../schema.ts'
import type { InviteRow } from './invite-rows.ts'

/** Max posts on the page of an author */
const listedPosts = 100

/** Returns the slug of a guest's page: the person's existing slug, or a new unique slug generated from the name. */
export async function pickAuthorSlug(
  tx: Queryable,
  { email, name }: { email: string; name: string },
): Promise<string> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('author slugs', 0))`)
  const own = sql`lower(${authorInvites.email}) = lower(${email})`
  const [published] = await tx
    .select({ slug: authorInvites.authorSlug })
    .from(authorInvites)
    .where(and(own, isNotNull(authorInvites.authorSlug), isNotNull(authorInvites.publishedAt)))
    .limit(1)
  if (published?.slug) return published.slug
  const base = slugFromTitle(name) || 'guest'
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `-${number}`
    const slug = base.slice(0, slugLength - suffix.length) + suffix
    const [taken] = await tx
      .select({ id: authorInvites.id })
      .from(authorInvites)
      .where(and(eq(authorInvites.authorSlug, slug), sql`not (${own})`))
      .limit(1)
    if (!taken) return slug
  }
}

/** Guests whose personal data was deleted have no name any more, and therefore no page. */
const hasPage = and(isNotNull(authorInvites.authorSlug), isNotNull(authorInvites.name))

/** The guest who wrote a post, if one did */
export async function findByline(db: Queryable, postId: number): Promise<Byline | undefined> {
  const [row] = await db
    .select()
    .from(authorInvites)
    .where(and(eq(authorInvites.postId, postId), hasPage))
    .orderBy(desc(authorInvites.id))
    .limit(1)
  return row && toByline(db, row)
}

/** Finds a guest with all their public posts. Undefined if there are none. */
export async function findAuthor(db: Queryable, slug: string) {
  const rows = await db
    .select({ ...summaryColumns, invite: authorInvites })
    .from(blogPosts)
    .innerJoin(authorInvites, eq(authorInvites.postId, blogPosts.id))
    .where(and(eq(authorInvites.authorSlug, slug), hasPage, isPublic))
    .orderBy(...newestFirst)
    .limit(listedPosts)
  const [newest] = rows
  if (!newest) return undefined
  return {
    author: await toByline(db, newest.invite),
    posts: rows.map(({ invite: _, ...post }) => toSummary(post)),
  }
}

/** Slugs of all guests with a public post */
export async function listAuthorSlugs(db: Queryable): Promise<string[]> {
  const rows = await db
    .select({ slug: authorInvites.authorSlug })
    .from(authorInvites)
    .innerJoin(blogPosts, eq(blogPosts.id, authorInvites.postId))
    .where(and(hasPage, isPublic))
    .groupBy(authorInvites.authorSlug)
    .orderBy(authorInvites.authorSlug)
  return rows.flatMap(({ slug }) => slug ?? [])
}

async function toByline(db: Queryable, row: InviteRow): Promise<Byline> {
  const photo = row.photoUrl ? readMediaAddress(row.photoUrl) : undefined
  const [facts] = photo
    ? await db
        .select()
        .from(media)
        .where(and(eq(media.name, photo.name), isNotNull(media.readyAt)))
    : []
  return {
    slug: row.authorSlug ?? '',
    name: row.name ?? '',
    bio: row.bio ?? '',
    photo: facts && toPicture(facts),
  }
}

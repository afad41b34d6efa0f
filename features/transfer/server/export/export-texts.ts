import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { parse, stringify } from 'yaml'
import type { Site } from '../../../../core/contract/site.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { inBatches } from '../../../../core/server/db/page.ts'
import { authorInvites } from '../../../guests/schema.ts'
import type { PictureFacts } from '../../../media/server/picture.ts'
import type { PostKind } from '../../../posts/contract/post-kinds.ts'
import { type PostField, postFieldNames, postFields } from '../../../posts/contract/posts.ts'
import { aiActions, blogPosts, postSlugs, postTranscripts } from '../../../posts/schema.ts'
import { resanitize } from '../../../posts/server/post-rows.ts'
import { sanitizerVersion } from '../../../posts/server/rendering/sanitize.ts'
import { feedId } from '../../../site/server/files/feeds.ts'
import { type Body, writeBody } from './write-body.ts'

const batchSize = 20

export const folderOf = { post: 'posts', page: 'pages' } satisfies Record<PostKind, string>
export const textPath = ({ kind, slug }: { kind: PostKind; slug: string }) => `${folderOf[kind]}/${slug}.md`

type File = { path: string; body: string }

/** Writes every post or page outside the trash, in the order of the addresses. */
export async function* exportTexts(
  db: Queryable,
  site: Site,
  kind: PostKind,
  findPicture: (name: string) => PictureFacts | undefined,
): AsyncGenerator<File> {
  for await (const rows of walkPosts(db, kind)) {
    const ids = rows.map(({ id }) => id)
    const [slugs, actions, invites] = await readBeside(db, ids)
    for (const row of rows) {
      const content = row.sanitizerVersion >= sanitizerVersion ? row.content : await resanitize(row.content)
      const { format, text } = await writeBody(content, findPicture)
      const own = actions.filter(({ postId }) => postId === row.id)
      const facts: PostFacts = {
        kind,
        slug: row.slug,
        formerSlugs: slugs
          .filter(({ postId, slug }) => postId === row.id && slug !== row.slug)
          .map(({ slug }) => slug),
        status: row.isPublished ? 'published' : 'draft',
        publishedAt: row.publishedAt.toISOString(),
        firstPublishedAt: row.firstPublishedAt?.toISOString(),
        createdAt: row.createdAt.toISOString(),
        updatedAt: row.updatedAt.toISOString(),
        feedId: feedId(
          { id: row.id, feedId: row.feedId ?? undefined, publishedAt: row.publishedAt.toISOString() },
          site,
        ),
        format,
        ai: toAi(row, own),
        guest: toGuest(invites.find(({ postId }) => postId === row.id)),
      }
      const fields = Object.fromEntries(
        headFields.map((field) => [field, row[field] === postFields[field].initial ? undefined : row[field]]),
      )
      yield {
        path: textPath(row),
        body: writeTextFile({ facts: dropUndefined(facts), fields, body: text }),
      }
    }
  }
}

/** Files of all posts and pages in the order in which they were created, which an import keeps */
export async function listTextPaths(db: Queryable): Promise<string[]> {
  const rows = await db
    .select({ kind: blogPosts.kind, slug: blogPosts.slug })
    .from(blogPosts)
    .where(isNull(blogPosts.deletedAt))
    .orderBy(asc(blogPosts.id))
  return rows.map(textPath)
}

/** Writes the transcripts from which posts were made. They are not beside the posts, because they were never public. */
export async function* exportTranscripts(db: Queryable): AsyncGenerator<File> {
  const rows = await db
    .select({ kind: blogPosts.kind, slug: blogPosts.slug, id: blogPosts.id })
    .from(postTranscripts)
    .innerJoin(blogPosts, eq(blogPosts.id, postTranscripts.postId))
    .where(isNull(blogPosts.deletedAt))
    .orderBy(asc(blogPosts.kind), sql`${blogPosts.slug} collate "C"`)
  for (const { kind, slug, id } of rows) {
    const [row] = await db
      .select({ text: postTranscripts.text })
      .from(postTranscripts)
      .where(eq(postTranscripts.postId, id))
    if (row) yield { path: `transcripts/${folderOf[kind]}/${slug}.txt`, body: row.text }
  }
}

function walkPosts(db: Queryable, kind: PostKind) {
  const inOrder = sql`${blogPosts.slug} collate "C"`
  const read = (after = '') =>
    db
      .select()
      .from(blogPosts)
      .where(
        and(eq(blogPosts.kind, kind), isNull(blogPosts.deletedAt), gt(inOrder, sql`${after} collate "C"`)),
      )
      .orderBy(inOrder)
      .limit(batchSize)
  return inBatches(batchSize, read, ({ slug }) => slug)
}

type PostRow = typeof blogPosts.$inferSelect
type ActionRow = typeof aiActions.$inferSelect
type InviteRow = typeof authorInvites.$inferSelect

async function readBeside(db: Queryable, ids: number[]) {
  const slugs = await db
    .select({ postId: postSlugs.postId, slug: postSlugs.slug })
    .from(postSlugs)
    .where(inArray(postSlugs.postId, ids))
    .orderBy(sql`${postSlugs.slug} collate "C"`)
  const actions = await db
    .select()
    .from(aiActions)
    .where(inArray(aiActions.postId, ids))
    .orderBy(asc(aiActions.createdAt), asc(aiActions.id))
  // The newest invite of a post decides about its byline (features/guests/server/authors.ts).
  const invites = await db
    .select()
    .from(authorInvites)
    .where(
      and(
        inArray(authorInvites.postId, ids),
        isNotNull(authorInvites.authorSlug),
        isNotNull(authorInvites.name),
      ),
    )
    .orderBy(sql`${authorInvites.id} desc`)
  return [slugs, actions, invites] as const
}

function toAi(row: PostRow, actions: ActionRow[]): PostFacts['ai'] {
  if (actions.length === 0 && !row.whollyAi) return undefined
  return {
    wholly: row.whollyAi,
    actions: actions.map((action) =>
      dropUndefined({
        id: action.id,
        action: action.action,
        provider: action.provider,
        model: action.model,
        createdAt: action.createdAt.toISOString(),
        sentHash: action.sentHash,
        receivedHash: action.receivedHash,
        textHash: action.textHash ?? undefined,
        applied: action.applied,
        fields: action.fields,
      }),
    ),
  }
}

function toGuest(invite: InviteRow | undefined): PostFacts['guest'] {
  if (!invite) return undefined
  const { authorSlug: slug, name, bio, photoUrl } = invite
  const optional = { bio: bio || undefined, photo: photoUrl || undefined }
  return dropUndefined({ slug: slug ?? '', name: name ?? '', ...optional })
}

function dropUndefined<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as Value
}

/** The fields of a post besides its text, which is below the front matter */
export const headFields = postFieldNames.filter((field) => field !== 'content')

/** Everything about a post besides its fields and its text. Times are ISO 8601. */
export type PostFacts = {
  kind: PostKind
  slug: string
  formerSlugs: string[]
  /** A published post with a date in the future is scheduled. */
  status: 'published' | 'draft'
  publishedAt: string
  firstPublishedAt?: string | undefined
  createdAt: string
  updatedAt: string
  feedId: string
  format: Body['format']
  ai?: { wholly: boolean; actions: object[] } | undefined
  guest?: { slug: string; name: string; bio?: string | undefined; photo?: string | undefined } | undefined
}

export type TextFile = {
  facts: PostFacts
  fields: Partial<Record<Exclude<PostField, 'content'>, unknown>>
  body: string
}

export function writeTextFile({ facts: given, fields, body }: TextFile): string {
  const { kind, slug: address, formerSlugs, ...rest } = given
  const head = dropEmpty({ title: fields.title, kind, slug: address, formerSlugs, ...rest, ...fields })
  const yaml = stringify(head, { lineWidth: 0 })
  // JSON is YAML, too, and keeps every text.
  const safe = isDeepStrictEqual(parseYaml(yaml), head) ? yaml : `${JSON.stringify(head, null, 2)}\n`
  return `---\n${safe}---\n\n${body}\n`
}

/** Reading YAML takes a second or more for each million characters. Longer facts are written as JSON. */
const maxYamlLength = 200_000

function parseYaml(yaml: string): unknown {
  if (yaml.length > maxYamlLength) return undefined
  try {
    // Looking for repeated keys takes the square of their number.
    return parse(yaml, { maxAliasCount: 0, uniqueKeys: false, logLevel: 'silent' })
  } catch {
    return undefined
  }
}

function dropEmpty(values: Record<string, unknown>): Record<string, unknown> {
  const isEmpty = (value: unknown) =>
    value === undefined || value === null || (Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)))
}

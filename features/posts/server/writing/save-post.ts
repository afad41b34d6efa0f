import { eq, type SQL, sql } from 'drizzle-orm'
import { may } from '../../../../core/contract/roles.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { oneRow } from '../../../../core/server/db/one-row.ts'
import { siteTag } from '../../../../core/server/http/page-cache/site-tag.ts'
import { findFileNames } from '../../../media/contract/files.ts'
import { findPictureNames, mediaMessages } from '../../../media/contract/media.ts'
import { lockFiles } from '../../../media/server/files/files.ts'
import { lockPictures } from '../../../media/server/media.ts'
import type { PostKind } from '../../contract/post-kinds.ts'
import { publishRefusal } from '../../contract/post-rights.ts'
import {
  initialPostFields,
  type Post,
  type PostRequest,
  pictureFields,
  postFieldNames,
  type StoredPostFields,
} from '../../contract/posts.ts'
import { blogPosts, postTranscripts } from '../../schema.ts'
import { bindActions, computeDisclosure, disclose } from '../disclosure.ts'
import {
  columns,
  type FieldColumns,
  hasBeenPublic,
  listTagOf,
  type PostRow,
  postTag,
  resanitize,
  toPost,
} from '../post-rows.ts'
import { sanitizerVersion } from '../rendering/sanitize.ts'
import { isMadeOf, slugFromTitle } from '../slugs.ts'
import { keepSlug, takeNewSlug, takeSlugAfter } from './choose-slug.ts'
import { type Editor, isPerson, refusalOf, requirePostRight } from './editor.ts'
import { noReview, recordPublication, reviewAfter } from './publication.ts'
import { findRevisionRow, keepRevision } from './revisions.ts'
import { type Refusal, type ValidPost, validatePost } from './validate-post.ts'

export type SaveResult =
  | {
      outcome: 'saved'
      created: boolean
      post: Post
      /** Number of characters that sanitizing removed, if that is a lot */
      lostText?: number | undefined
    }
  | ({ outcome: 'invalid' } & Refusal)
  /** The user's role is too low. `detail` is a sentence for the user. */
  | { outcome: 'forbidden'; detail: string }
  | { outcome: 'stale'; current: Post }
  | { outcome: 'missing' }

/**
 * Creates a post, or updates the one with `request.id` if it still has `request.version`. A repeated save (a double
 * click, a retried request) counts once: a new post is recognized by its `creationKey`, and a repeated update by its
 * content, which is already stored.
 */
export async function savePost(
  db: Queryable,
  editor: Editor,
  request: PostRequest,
  options: {
    creationKey?: string | undefined
    /** True if the content comes from our own sanitizer */
    isClean?: boolean
  } = {},
): Promise<SaveResult> {
  if (request.id === undefined && request.isPublished && !may(editor, 'publish'))
    return { outcome: 'forbidden', detail: publishRefusal }
  const validated = await validatePost(request, options)
  if (!validated.ok) return { outcome: 'invalid', ...validated.refusal }
  const valid = validated.post
  const result = await db.transaction((tx) =>
    request.id === undefined
      ? createPost(tx, editor, request, valid, options.creationKey)
      : updatePost(tx, editor, { ...request, id: request.id }, valid),
  )
  return result.outcome === 'saved' ? { ...result, lostText: valid.lostText } : result
}

async function createPost(
  tx: Queryable,
  editor: Editor,
  request: PostRequest,
  valid: ValidPost,
  creationKey: string | undefined,
): Promise<SaveResult> {
  const key = creationKey === undefined ? null : `${editor.id}:${creationKey}`
  const earlier = key === null ? undefined : await findCreated(tx, key)
  if (earlier) return { outcome: 'saved', created: true, post: toPost(earlier) }
  const { kind = 'post' } = request
  const fields = mergeFields(initialPostFields, valid.fields)
  const refusal = refuseField(kind, fields) ?? (await lockUsedMedia(tx, fields))
  if (refusal) return { outcome: 'invalid', ...refusal }
  const id = await nextId(tx)
  const wanted = { title: fields.title, slug: valid.slug }
  const chosen = await takeNewSlug(tx, { id, kind }, wanted, request)
  if (!chosen.ok) return { outcome: 'invalid', ...chosen.refusal }
  const { slug } = chosen
  const isPublished = request.isPublished ?? false
  const actions = request.aiActions ?? []
  const computed = await computeDisclosure(tx, fields, undefined, actions)
  const inserted = oneRow(
    await tx
      .insert(blogPosts)
      .values({
        id,
        kind,
        slug,
        ...fields,
        isPublished,
        whollyAi: computed.whollyAi,
        ...reviewAfter(editor, undefined, { ...computed, isPublished, isReviewed: request.reviewed }),
        ...(isPublished ? publication(valid.publishedAt) : { publishedAt: valid.publishedAt }),
        sanitizerVersion,
        createdBy: editor.id === 0 ? null : editor.id,
        creationKey: key,
      })
      .returning(columns),
  )
  const row = { ...inserted, aiFields: computed.fields }
  await bindActions(tx, id, actions, computed.retyped)
  await keepSlug(tx, row, slug)
  await keepRecords(tx, editor, request, row, false)
  await recordPublication(tx, editor, undefined, row)
  await announceChange(tx, undefined, row)
  return { outcome: 'saved', created: true, post: toPost(row) }
}

/** Finds the post that an earlier request with this key has created. Requests with the same key wait for each other. */
async function findCreated(tx: Queryable, key: string): Promise<PostRow | undefined> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`post created by ${key}`}, 0))`)
  const [row] = await tx.select(columns).from(blogPosts).where(eq(blogPosts.creationKey, key))
  return row
}

export async function nextId(tx: Queryable): Promise<number> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select nextval(pg_get_serial_sequence('blog_posts', 'id')) as id`,
  )
  return Number(rows[0]?.id)
}

async function updatePost(
  tx: Queryable,
  editor: Editor,
  request: PostRequest & { id: number },
  valid: ValidPost,
): Promise<SaveResult> {
  if (request.version === undefined)
    return {
      outcome: 'invalid',
      field: 'version',
      reason: 'missing',
      detail: 'Send the version of the post that you changed.',
    }
  const old = await lockPost(tx, request.id)
  if (!old) return { outcome: 'missing' }
  if (request.kind !== undefined && request.kind !== old.kind)
    return { outcome: 'invalid', field: 'kind', reason: 'unfit', detail: fixedKind[old.kind] }
  // Saving restores a trashed post.
  const detail =
    refusalOf('change', editor, old) ??
    (old.deletedAt ? refusalOf('restore', editor, old) : undefined) ??
    (request.isPublished && !may(editor, 'publish') ? publishRefusal : undefined)
  if (detail) return { outcome: 'forbidden', detail }
  const fields = mergeFields(old, valid.fields)
  const isPublished = request.isPublished ?? old.isPublished
  const actions = request.aiActions ?? []
  if (request.version !== old.version) {
    if (isPublished !== old.isPublished || !isSame(old, fields))
      return { outcome: 'stale', current: toPost(old) }
    const { retyped } = await computeDisclosure(tx, fields, old, actions)
    await bindActions(tx, old.id, actions, retyped)
    return { outcome: 'saved', created: false, post: toPost(old) }
  }
  const refusal = refuseField(old.kind, fields) ?? (await lockUsedMedia(tx, fields, old))
  if (refusal) return { outcome: 'invalid', ...refusal }
  const chosen = await takeSlugAfter(tx, old, { title: fields.title, slug: valid.slug }, request)
  if (!chosen.ok) return { outcome: 'invalid', ...chosen.refusal }
  const authorStated = old.authorStated || saysWhoWrote(editor, old, request)
  const computed = await computeDisclosure(tx, { ...fields, authorStated }, old, actions)
  await bindActions(tx, old.id, actions, computed.retyped)
  const row = await writePost(tx, old, {
    ...fields,
    slug: chosen.slug,
    isPublished,
    whollyAi: computed.whollyAi,
    authorStated,
    ...reviewAfter(editor, old, { ...computed, isPublished, isReviewed: request.reviewed }),
    deletedAt: null,
    ...publicationAfter(old, isPublished, valid.publishedAt),
  })
  await keepRecords(tx, editor, request, row, old.isPublished)
  await recordPublication(tx, editor, old, row)
  return { outcome: 'saved', created: false, post: toPost(row) }
}

const fixedKind = {
  post: 'A post can’t become a page. Create a new page instead.',
  page: 'A page can’t become a post. Create a new post instead.',
} satisfies Record<PostKind, string>

/** Refuses fields that a page does not show. */
function refuseField(kind: PostKind, { tags, sourceUrl, sourceName }: FieldColumns): Refusal | undefined {
  if (kind === 'post') return undefined
  const unfit = { reason: 'unfit', detail: 'A page has no tags and no source. Leave them out.' } as const
  if (tags && tags.length > 0) return { field: 'tags', ...unfit }
  return sourceUrl || sourceName ? { field: 'sourceUrl', ...unfit } : undefined
}

/** Merges the fields that were sent with the earlier values of the others. */
export function mergeFields(earlier: FieldColumns, sent: Partial<StoredPostFields> = {}): FieldColumns {
  return Object.fromEntries(
    postFieldNames.map((field) => [field, sent[field] === undefined ? earlier[field] : sent[field]]),
  ) as FieldColumns
}

export const versionOf = (row: PostRow) => ({ ...mergeFields(row), version: row.version })

function isSame(old: FieldColumns, changed: FieldColumns): boolean {
  return postFieldNames.every((field) => JSON.stringify(old[field]) === JSON.stringify(changed[field]))
}

/** Stores the revision of a save, and the transcript unless it is blank. */
async function keepRecords(
  tx: Queryable,
  editor: Editor,
  { autosave, transcript }: PostRequest,
  row: PostRow,
  wasPublished: boolean,
): Promise<void> {
  const publishing = row.isPublished ? 'publish' : 'unpublish'
  const cause = row.isPublished !== wasPublished ? publishing : autosave ? 'autosave' : 'save'
  await keepRevision(tx, row.id, versionOf(row), { savedBy: editor.username, cause })
  if (transcript?.trim())
    await tx
      .insert(postTranscripts)
      .values({ postId: row.id, text: transcript })
      .onConflictDoUpdate({ target: postTranscripts.postId, set: { text: transcript } })
}

/** Columns of a post that is published at the given time, or now */
function publication(at: Date | undefined) {
  return { publishedAt: at ?? sql`now()`, firstPublishedAt: at ?? sql`now()` }
}

/**
 * Until a post has been public, both of its times may change. Afterwards only `publishedAt`, the date that readers see,
 * may change.
 */
function publicationAfter(old: PostRow, isPublished: boolean, at: Date | undefined): Changes {
  if (hasBeenPublic(old)) return at ? { publishedAt: at } : {}
  if (!isPublished) return { firstPublishedAt: null, ...(at && { publishedAt: at }) }
  return old.isPublished && !at ? {} : publication(at)
}

/** True if the editor says that a person wrote a post of which readers are told nothing yet. */
const saysWhoWrote = (editor: Editor, old: PostRow, { authorType }: PostRequest) =>
  isPerson(editor) && authorType === 'human' && disclose(old, old.aiFields) === 'unknown'

/**
 * Keeps the pictures and files of a post from being deleted during its save. Refuses a picture of its own that is not in Media,
 * unless the post had it before.
 */
export async function lockUsedMedia(
  tx: Queryable,
  fields: FieldColumns,
  old?: FieldColumns,
): Promise<Refusal | undefined> {
  await lockFiles(tx, findFileNames(fields.content))
  const own = pictureFields.map((field) => fields[field] ?? '')
  const inMedia = await lockPictures(tx, findPictureNames([fields.content, ...own].join(' ')))
  const gone = pictureFields.find(
    (field) =>
      fields[field] !== old?.[field] &&
      findPictureNames(fields[field] ?? '').some((name) => !inMedia.has(name)),
  )
  return gone && { field: gone, reason: 'unfit', detail: mediaMessages.missing }
}

/** Changes a post while its row is locked. Returns undefined if there is no such post. */
export async function changePost(
  db: Queryable,
  id: number,
  change: (tx: Queryable, old: PostRow) => Promise<PostRow>,
): Promise<Post | undefined> {
  return db.transaction(async (tx) => {
    const old = await lockPost(tx, id)
    return old && toPost(await change(tx, old))
  })
}

/** Reads a post and locks its row until the transaction ends. */
async function lockPost(tx: Queryable, id: number): Promise<PostRow | undefined> {
  const [row] = await tx.select(columns).from(blogPosts).where(eq(blogPosts.id, id)).for('update')
  return row
}

type Changes = {
  [Column in keyof Omit<PostRow, 'picture' | 'socialPicture' | 'aiFields'>]?: PostRow[Column] | SQL
}

/** Writes a new version of a locked post. Drops cached pages if the post was or becomes public. */
export async function writePost(tx: Queryable, old: PostRow, changes: Changes): Promise<PostRow> {
  const row = oneRow(
    await tx
      .update(blogPosts)
      .set({ ...changes, sanitizerVersion, version: old.version + 1, updatedAt: sql`now()` })
      .where(eq(blogPosts.id, old.id))
      .returning(columns),
  )
  await announceChange(tx, old, row)
  return row
}

const isListed = (row: PostRow | undefined) => row?.isPublished === true && !row.deletedAt

/** Makes every instance drop the cached pages of this post and of the lists when the transaction commits. */
async function announceChange(tx: Queryable, old: PostRow | undefined, row: PostRow): Promise<void> {
  const tags = findChangedTags(old, row)
  if (tags.length > 0) await tx.execute(sql`select pg_notify('page_cache', ${tags.join(' ')})`)
}

/** Cache tags of the pages that a change of a post outdates */
export function findChangedTags(old: PostRow | undefined, row: PostRow): string[] {
  if (!isListed(old) && !isListed(row)) return []
  const tags = [postTag(row.id), listTagOf[row.kind]]
  const isInMenusAsBefore =
    isListed(old) === isListed(row) && old?.title === row.title && old.slug === row.slug
  if (row.kind === 'page' && !isInMenusAsBefore) tags.push(siteTag)
  return tags
}

/** Saves the text of a revision as a new version. The text that it replaces is already stored as a revision. */
export async function restoreRevision(
  db: Queryable,
  editor: Editor,
  id: number,
  revisionId: number,
): Promise<Post | undefined> {
  const revision = await findRevisionRow(db, id, revisionId)
  if (!revision) return undefined
  const content = await resanitize(revision.content)
  return changePost(db, id, async (tx, old) => {
    requirePostRight('change', editor, old)
    const fields = { ...mergeFields(revision), content }
    await lockUsedMedia(tx, fields)
    const { whollyAi, retyped } = await computeDisclosure(tx, fields, old)
    await bindActions(tx, id, [], retyped)
    const { title } = fields
    const chosen = isMadeOf(old.title, old)
      ? await takeSlugAfter(tx, old, { title, slug: slugFromTitle(title) }, {})
      : undefined
    const row = await writePost(tx, old, {
      ...fields,
      slug: chosen?.ok ? chosen.slug : old.slug,
      whollyAi,
      ...noReview,
    })
    await keepRevision(tx, id, versionOf(row), { savedBy: editor.username, cause: 'restore' })
    return row
  })
}

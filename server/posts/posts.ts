import { and, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { excerptOf } from '../../contracts/excerpt.ts'
import {
  type AuthorType,
  cleanTags,
  defaultAuthor,
  type Post,
  type PostCall,
  postLimits,
  postMessages,
  type Revision,
} from '../../contracts/posts.ts'
import { slugOf } from '../../contracts/slug.ts'
import type { Queryable } from '../db/connect.ts'
import { blogPosts, postSlugs } from '../db/schema.ts'
import { holdPictures } from '../media/media.ts'
import { readMediaAddress } from '../media/picture.ts'
import { columns, hasBeenPublic, type PostRow, postsTag, postTag, toPost } from './post-rows.ts'
import { findRevision, keepRevision } from './revisions.ts'
import { hasTooManyTags, sanitizePost, sanitizerVersion, textOf } from './sanitize.ts'
import { lockSlugs, pickSlug, slugFromTitle } from './slugs.ts'

/** Days that a post lies in the trash before it is deleted for good. */
const trashDays = 30

/** Who saves, as revisions name them. */
export type Editor = { id: number; username: string }

export type SaveResult =
  | { outcome: 'saved'; created: boolean; post: Post }
  | ({ outcome: 'invalid' } & Refusal)
  | { outcome: 'stale'; current: Post }
  | { outcome: 'missing' }

/** What keeps a post from being saved; `detail` is a sentence for the person. */
export type Refusal = { field: keyof PostCall; reason: 'missing' | 'unfit'; detail: string }

/**
 * Creates a post, or updates the one with `call.id` if it still has `call.version`. The same save again (a
 * double click, a repeated request) is taken once: by `creationKey` for a new post, by its content for others.
 */
export async function savePost(
  db: Queryable,
  editor: Editor,
  call: PostCall,
  options: { creationKey?: string | undefined } = {},
): Promise<SaveResult> {
  const checked = checkPost(call)
  if (!checked.ok) return { outcome: 'invalid', ...checked.refusal }
  if (call.id === undefined) return createPost(db, editor, checked.values, call, options.creationKey)
  if (call.version === undefined)
    return {
      outcome: 'invalid',
      field: 'version',
      reason: 'missing',
      detail: 'Please send the version of the post that was changed.',
    }
  return updatePost(db, editor, checked.values, { ...call, id: call.id, version: call.version })
}

/** What a call says, cleaned; undefined where it says nothing. */
type PostValues = {
  title: string
  content: string
  excerpt: string
  author: string | undefined
  authorType: AuthorType | undefined
  tags: string[] | undefined
  isPublished: boolean | undefined
  publishedAt: Date | undefined
  slug: string
  sourceUrl: string | null | undefined
  sourceName: string | null | undefined
  imageUrl: string | null | undefined
  imageCaption: string | null | undefined
}

type Checked = { ok: true; values: PostValues } | { ok: false; refusal: Refusal }

function checkPost(call: PostCall): Checked {
  const title = call.title ?? ''
  const given = call.content ?? ''
  const refuse = (field: keyof PostCall, detail: string, reason: Refusal['reason'] = 'unfit'): Checked => ({
    ok: false,
    refusal: { field, reason, detail },
  })
  const tooLong = (field: keyof PostCall, what: string, most: number) =>
    refuse(field, `Please keep the ${what} to ${most.toLocaleString('en-US')} characters at most.`)
  if (given.length > postLimits.content) return tooLong('content', 'content', postLimits.content)
  if (hasTooManyTags(given))
    return refuse('content', 'This text has too much formatting in it. Please paste it as plain text.')
  const content = sanitizePost(given)
  const text = textOf(content)
  if (title.trim() === '') return refuse('title', postMessages.titleAndContent, 'missing')
  if (text.trim() === '') return refuse('content', postMessages.titleAndContent, 'missing')
  if (title.length > postLimits.title) return tooLong('title', 'title', postLimits.title)
  if ((call.excerpt ?? '').length > postLimits.excerpt)
    return tooLong('excerpt', 'excerpt', postLimits.excerpt)
  if ((call.author ?? '').length > postLimits.author) return tooLong('author', 'author', postLimits.author)
  const tags = call.tags && cleanTags(call.tags)
  if (tags?.some((tag) => tag.length > postLimits.tag)) return tooLong('tags', 'tags', postLimits.tag)
  if (tags && tags.length > postLimits.tags)
    return refuse('tags', `Please use ${postLimits.tags} tags at most.`)
  const sourceUrl = call.sourceUrl?.trim()
  if (sourceUrl && !isWebAddress(sourceUrl))
    return refuse(
      'sourceUrl',
      'Please enter the source as a whole web address, like https://example.org/article.',
    )
  if ((call.sourceName ?? '').length > postLimits.sourceName)
    return tooLong('sourceName', 'source name', postLimits.sourceName)
  if (call.imageUrl && !readMediaAddress(call.imageUrl)) return refuse('imageUrl', noSuchPicture)
  if ((call.imageCaption ?? '').length > postLimits.imageCaption)
    return tooLong('imageCaption', 'caption', postLimits.imageCaption)
  return {
    ok: true,
    values: {
      title,
      content,
      excerpt: call.excerpt?.trim() ? call.excerpt : excerptOf(text),
      author: call.author === undefined ? undefined : call.author.trim() ? call.author : defaultAuthor,
      authorType: call.authorType,
      tags,
      isPublished: call.isPublished,
      publishedAt: call.publishedAt === undefined ? undefined : new Date(call.publishedAt),
      slug: wantedSlug(title, call.slug ?? ''),
      sourceUrl: call.sourceUrl === undefined ? undefined : sourceUrl || null,
      sourceName:
        call.sourceName === undefined ? undefined : call.sourceName?.trim() ? call.sourceName : null,
      imageUrl: call.imageUrl === undefined ? undefined : call.imageUrl || null,
      imageCaption:
        call.imageCaption === undefined ? undefined : call.imageCaption?.trim() ? call.imageCaption : null,
    },
  }
}

const noSuchPicture = 'This picture is not in Media any more. Please choose another one.'

/** A client may send the slug that the rule makes of the title; only what differs from it is somebody's wish. */
function wantedSlug(title: string, given: string): string {
  const wish = slugFromTitle(given)
  return wish === '' || wish === slugOf(title) ? slugFromTitle(title) : wish
}

function isWebAddress(text: string): boolean {
  return text.length <= postLimits.sourceUrl && /^https?:\/\//i.test(text) && URL.canParse(text)
}

async function createPost(
  db: Queryable,
  editor: Editor,
  values: PostValues,
  call: PostCall,
  creationKey: string | undefined,
): Promise<SaveResult> {
  return db.transaction(async (tx) => {
    await lockSlugs(tx)
    const key = creationKey === undefined ? null : `${editor.id}:${creationKey}`
    if (key !== null) {
      const [made] = await tx.select(columns).from(blogPosts).where(eq(blogPosts.creationKey, key))
      if (made) return { outcome: 'saved', created: true, post: toPost(made) }
    }
    const refusal = await holdPost(tx, values.content, values.imageUrl)
    if (refusal) return { outcome: 'invalid', ...refusal }
    const id = await nextId(tx)
    const slug = await pickSlug(tx, id, values.slug)
    const isPublished = values.isPublished ?? false
    const [row] = await tx
      .insert(blogPosts)
      .values({
        id,
        title: values.title,
        slug,
        excerpt: values.excerpt,
        content: values.content,
        author: values.author ?? defaultAuthor,
        authorType: values.authorType ?? 'human',
        tags: values.tags ?? [],
        sourceUrl: values.sourceUrl ?? null,
        sourceName: values.sourceName ?? null,
        imageUrl: values.imageUrl ?? null,
        imageCaption: values.imageCaption ?? null,
        isPublished,
        ...(isPublished ? publication(values.publishedAt) : { publishedAt: values.publishedAt }),
        sanitizerVersion,
        creationKey: key,
      })
      .returning(columns)
    if (!row) throw new Error('an insert returned no row')
    await tx.insert(postSlugs).values({ slug, postId: id })
    await keepRevision(tx, id, row, {
      savedBy: editor.username,
      cause: isPublished ? 'publish' : call.autosave ? 'autosave' : 'save',
    })
    if (isPublished) await announceChange(tx, id)
    return { outcome: 'saved', created: true, post: toPost(row) }
  })
}

async function nextId(tx: Queryable): Promise<number> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select nextval(pg_get_serial_sequence('blog_posts', 'id')) as id`,
  )
  return Number(rows[0]?.id)
}

async function updatePost(
  db: Queryable,
  editor: Editor,
  values: PostValues,
  call: PostCall & { id: number; version: number },
): Promise<SaveResult> {
  return db.transaction(async (tx) => {
    await lockSlugs(tx)
    const old = await lockPost(tx, call.id)
    if (!old) return { outcome: 'missing' }
    const changes = {
      title: values.title,
      content: values.content,
      excerpt: values.excerpt,
      author: values.author ?? old.author,
      authorType: values.authorType ?? old.authorType,
      tags: values.tags ?? old.tags ?? [],
      isPublished: values.isPublished ?? old.isPublished,
      sourceUrl: values.sourceUrl === undefined ? old.sourceUrl : values.sourceUrl,
      sourceName: values.sourceName === undefined ? old.sourceName : values.sourceName,
      imageUrl: values.imageUrl === undefined ? old.imageUrl : values.imageUrl,
      imageCaption: values.imageCaption === undefined ? old.imageCaption : values.imageCaption,
    }
    if (call.version !== old.version)
      return isSame(old, changes)
        ? { outcome: 'saved', created: false, post: toPost(old) }
        : { outcome: 'stale', current: toPost(old) }
    const refusal = await holdPost(
      tx,
      changes.content,
      changes.imageUrl === old.imageUrl ? null : changes.imageUrl,
    )
    if (refusal) return { outcome: 'invalid', ...refusal }
    const slug = await slugAfter(tx, old, values, call.slug)
    const cause =
      changes.isPublished === old.isPublished
        ? call.autosave
          ? 'autosave'
          : 'save'
        : changes.isPublished
          ? 'publish'
          : 'unpublish'
    const post = await writePost(tx, old, {
      ...changes,
      slug,
      // Saved knowingly, so it is wanted.
      deletedAt: null,
      ...publicationAfter(old, changes.isPublished, values.publishedAt),
    })
    await keepRevision(tx, old.id, post, { savedBy: editor.username, cause })
    return { outcome: 'saved', created: false, post: toPost(post) }
  })
}

/** The columns of a post that becomes public at a time, now where none is given. */
function publication(at: Date | undefined) {
  return { publishedAt: at ?? sql`now()`, firstPublishedAt: at ?? sql`now()` }
}

/** A post that nobody has seen yet may get another time; afterwards only its shown date changes. */
function publicationAfter(old: PostRow, isPublished: boolean, at: Date | undefined): Changes {
  if (hasBeenPublic(old)) return at ? { publishedAt: at } : {}
  if (!isPublished) return { firstPublishedAt: null, ...(at && { publishedAt: at }) }
  return old.isPublished && !at ? {} : publication(at)
}

/** Nobody deletes the pictures of a post while it is being saved; a new picture of its own has to be there. */
async function holdPost(
  tx: Queryable,
  content: string,
  newImage: string | null | undefined,
): Promise<Refusal | undefined> {
  const image = newImage ? readMediaAddress(newImage)?.name : undefined
  const inText = [...content.matchAll(/\/media\/([0-9a-f]{32})-/g)].map((match) => match[1] ?? '')
  const there = await holdPictures(tx, [...new Set(image ? [image, ...inText] : inText)])
  return image && !there.has(image)
    ? { field: 'imageUrl', reason: 'unfit', detail: noSuchPicture }
    : undefined
}

/** The row, held until the transaction ends. */
async function lockPost(tx: Queryable, id: number): Promise<PostRow | undefined> {
  const [row] = await tx.select(columns).from(blogPosts).where(eq(blogPosts.id, id)).for('update')
  return row
}

type Text = Pick<
  PostRow,
  | 'title'
  | 'content'
  | 'excerpt'
  | 'author'
  | 'authorType'
  | 'isPublished'
  | 'sourceUrl'
  | 'sourceName'
  | 'imageUrl'
  | 'imageCaption'
  | 'tags'
>

function isSame(old: Text, changes: Text): boolean {
  return (Object.keys(changes) as (keyof Text)[]).every(
    (key) => JSON.stringify(old[key] ?? null) === JSON.stringify(changes[key] ?? null),
  )
}

/**
 * The slug follows the title until the post is first published; afterwards it changes only by hand, and the
 * old one stays the post's own.
 */
async function slugAfter(
  tx: Queryable,
  old: PostRow,
  values: PostValues,
  given: string | undefined,
): Promise<string> {
  const byHand = given !== undefined && values.slug !== slugFromTitle(values.title)
  const follows = !hasBeenPublic(old)
  if (!byHand && !follows) return old.slug
  if (!byHand && values.title === old.title) return old.slug
  const slug = await pickSlug(tx, old.id, values.slug)
  if (slug === old.slug) return slug
  // A slug that nobody can have seen is free again.
  if (follows) await tx.delete(postSlugs).where(eq(postSlugs.postId, old.id))
  await tx.insert(postSlugs).values({ slug, postId: old.id }).onConflictDoNothing()
  return slug
}

type Changes = { [Column in keyof Omit<PostRow, 'picture'>]?: PostRow[Column] | SQL }

/** Writes a new version of a locked post, and tells every instance where the public saw or will see it. */
async function writePost(tx: Queryable, old: PostRow, changes: Changes): Promise<PostRow> {
  const [row] = await tx
    .update(blogPosts)
    .set({ ...changes, sanitizerVersion, version: old.version + 1, updatedAt: sql`now()` })
    .where(eq(blogPosts.id, old.id))
    .returning(columns)
  if (!row) throw new Error('an update returned no row')
  if (isListed(old) || isListed(row)) await announceChange(tx, old.id)
  return row
}

const isListed = (row: PostRow) => row.isPublished && !row.deletedAt

/** When the transaction commits, every instance drops the pages that show this post, and the lists. */
async function announceChange(tx: Queryable, id: number): Promise<void> {
  await tx.execute(sql`select pg_notify('page_cache', ${`${postTag(id)} ${postsTag}`})`)
}

/** Puts a post into the trash. */
export async function trashPost(db: Queryable, id: number): Promise<Post | undefined> {
  return db.transaction(async (tx) => {
    const old = await lockPost(tx, id)
    if (!old) return undefined
    return toPost(old.deletedAt ? old : await writePost(tx, old, { deletedAt: sql`now()` }))
  })
}

/** Takes a post out of the trash, published or not as it was. */
export async function restorePost(db: Queryable, id: number): Promise<Post | undefined> {
  return db.transaction(async (tx) => {
    const old = await lockPost(tx, id)
    if (!old) return undefined
    return toPost(old.deletedAt ? await writePost(tx, old, { deletedAt: null }) : old)
  })
}

/** Brings a kept text back as a new version; what it replaces is a revision itself. */
export async function restoreRevision(
  db: Queryable,
  editor: Editor,
  id: number,
  revisionId: number,
): Promise<Post | undefined> {
  return db.transaction(async (tx) => {
    const old = await lockPost(tx, id)
    const revision = await findRevision(tx, id, revisionId)
    if (!old || !revision) return undefined
    await holdPost(tx, revision.content, revision.imageUrl)
    const post = await writePost(tx, old, {
      title: revision.title,
      excerpt: revision.excerpt,
      content: sanitizePost(revision.content),
      author: revision.author,
      authorType: revision.authorType,
      tags: revision.tags,
      sourceUrl: revision.sourceUrl ?? null,
      sourceName: revision.sourceName ?? null,
      imageUrl: revision.imageUrl ?? null,
      imageCaption: revision.imageCaption ?? null,
    })
    await keepRevision(tx, id, post, {
      savedBy: editor.username,
      cause: 'restore' satisfies Revision['cause'],
    })
    return toPost(post)
  })
}

/** Deletes for good what has been in the trash for 30 days. The addresses of public posts stay taken. */
export async function emptyTrash(db: Queryable): Promise<void> {
  await db.transaction(async (tx) => {
    const expired = lt(blogPosts.deletedAt, sql`now() - make_interval(days => ${trashDays})`)
    const unseen = tx
      .select({ id: blogPosts.id })
      .from(blogPosts)
      .where(and(expired, isNull(blogPosts.firstPublishedAt)))
    await tx.delete(postSlugs).where(inArray(postSlugs.postId, unseen))
    await tx.delete(blogPosts).where(expired)
  })
}

import { and, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Disclosure } from '../../contracts/disclosure.ts'
import { defaultAuthor, type Post, type PostRequest, type Revision } from '../../contracts/posts.ts'
import type { Queryable } from '../db/connect.ts'
import { blogPosts, postSlugs } from '../db/schema.ts'
import { lockPictures } from '../media/media.ts'
import { readMediaAddress } from '../media/picture.ts'
import { bindActions } from './ai-actions.ts'
import { computeDisclosure } from './disclosure.ts'
import { cleanKept, columns, hasBeenPublic, type PostRow, postsTag, postTag, toPost } from './post-rows.ts'
import { findRevision, keepRevision } from './revisions.ts'
import { sanitizerVersion } from './sanitize.ts'
import { isMadeOf, lockSlugs, pickSlug, slugFromTitle } from './slugs.ts'
import { keepTranscript } from './transcripts.ts'
import { checkPost, noSuchPicture, type PostValues, type Refusal } from './validate-post.ts'

/** Days that a post lies in the trash before it is deleted for good. */
const trashDays = 30

/** Who saves, as revisions name them. */
export type Editor = { id: number; username: string }

export type SaveResult =
  | {
      outcome: 'saved'
      created: boolean
      post: Post
      /** Characters that cleaning took away, where that is much. */
      lostText?: number | undefined
    }
  | ({ outcome: 'invalid' } & Refusal)
  | { outcome: 'stale'; current: Post }
  | { outcome: 'missing' }

/**
 * Creates a post, or updates the one with `call.id` if it still has `call.version`. The same save again (a
 * double click, a repeated request) is taken once: by `creationKey` for a new post, by its content for others.
 */
export async function savePost(
  db: Queryable,
  editor: Editor,
  call: PostRequest,
  options: {
    creationKey?: string | undefined
    /** The content comes from our own sanitizer. */
    isClean?: boolean
  } = {},
): Promise<SaveResult> {
  const checked = await checkPost(call, options)
  if (!checked.ok) return { outcome: 'invalid', ...checked.refusal }
  const result = await writeChecked(db, editor, call, checked.values, options.creationKey)
  return result.outcome === 'saved' ? { ...result, lostText: checked.lostText } : result
}

async function writeChecked(
  db: Queryable,
  editor: Editor,
  call: PostRequest,
  values: PostValues,
  creationKey: string | undefined,
): Promise<SaveResult> {
  if (call.id === undefined) return createPost(db, editor, values, call, creationKey)
  if (call.version === undefined)
    return {
      outcome: 'invalid',
      field: 'version',
      reason: 'missing',
      detail: 'Send the version of the post that you changed.',
    }
  return updatePost(db, editor, values, { ...call, id: call.id, version: call.version })
}

async function createPost(
  db: Queryable,
  editor: Editor,
  values: PostValues,
  call: PostRequest,
  creationKey: string | undefined,
): Promise<SaveResult> {
  return db.transaction(async (tx) => {
    await lockSlugs(tx)
    const key = creationKey === undefined ? null : `${editor.id}:${creationKey}`
    if (key !== null) {
      const [made] = await tx.select(columns).from(blogPosts).where(eq(blogPosts.creationKey, key))
      if (made) return { outcome: 'saved', created: true, post: toPost(made) }
    }
    const refusal = await lockUsedPictures(tx, values.content, values.imageUrl)
    if (refusal) return { outcome: 'invalid', ...refusal }
    const id = await nextId(tx)
    const slug = await pickSlug(tx, id, values.slug)
    const isPublished = values.isPublished ?? false
    const authorType = values.authorType ?? 'human'
    const told = call.aiActions ?? []
    const weighed = await computeDisclosure(tx, { authorType, content: values.content }, undefined, told)
    const [inserted] = await tx
      .insert(blogPosts)
      .values({
        id,
        title: values.title,
        slug,
        excerpt: values.excerpt,
        content: values.content,
        author: values.author ?? defaultAuthor,
        authorType,
        whollyAi: weighed.whollyAi,
        ...review(editor, isPublished, weighed.disclosure),
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
    if (!inserted) throw new Error('an insert returned no row')
    const row = { ...inserted, aiFields: weighed.fields }
    await bindActions(tx, id, told)
    await tx.insert(postSlugs).values({ slug, postId: id })
    await keepTranscript(tx, id, call.transcript)
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
  call: PostRequest & { id: number; version: number },
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
    const told = call.aiActions ?? []
    if (call.version !== old.version) {
      if (!isSame(old, changes)) return { outcome: 'stale', current: toPost(old) }
      await bindActions(tx, old.id, told)
      return { outcome: 'saved', created: false, post: toPost(old) }
    }
    const refusal = await lockUsedPictures(
      tx,
      changes.content,
      changes.imageUrl === old.imageUrl ? null : changes.imageUrl,
    )
    if (refusal) return { outcome: 'invalid', ...refusal }
    const slug = await slugAfter(tx, old, values, call)
    const cause =
      changes.isPublished === old.isPublished
        ? call.autosave
          ? 'autosave'
          : 'save'
        : changes.isPublished
          ? 'publish'
          : 'unpublish'
    const { whollyAi, disclosure } = await computeDisclosure(tx, changes, old, told)
    await bindActions(tx, old.id, told)
    const post = await writePost(tx, old, {
      ...changes,
      slug,
      whollyAi,
      ...review(editor, changes.isPublished, disclosure),
      // Saved knowingly, so it is wanted.
      deletedAt: null,
      ...publicationAfter(old, changes.isPublished, values.publishedAt),
    })
    await keepTranscript(tx, old.id, call.transcript)
    await keepRevision(tx, old.id, post, { savedBy: editor.username, cause })
    return { outcome: 'saved', created: false, post: toPost(post) }
  })
}

/** The columns of a post that becomes public at a time, now where none is given. */
function publication(at: Date | undefined) {
  return { publishedAt: at ?? sql`now()`, firstPublishedAt: at ?? sql`now()` }
}

/** Who makes a post public has seen what readers are told about AI in it, and stands for it. Samples have nobody. */
function review(editor: Editor, isPublished: boolean, disclosure: Disclosure) {
  if (!isPublished || editor.id === 0) return {}
  return disclosure === 'human-only'
    ? { disclosureReviewedBy: null, disclosureReviewedAt: null }
    : { disclosureReviewedBy: editor.username, disclosureReviewedAt: sql`now()` }
}

/** A post that nobody has seen yet may get another time; afterwards only its shown date changes. */
function publicationAfter(old: PostRow, isPublished: boolean, at: Date | undefined): Changes {
  if (hasBeenPublic(old)) return at ? { publishedAt: at } : {}
  if (!isPublished) return { firstPublishedAt: null, ...(at && { publishedAt: at }) }
  return old.isPublished && !at ? {} : publication(at)
}

/** Nobody deletes the pictures of a post while it is being saved; a new picture of its own has to be there. */
async function lockUsedPictures(
  tx: Queryable,
  content: string,
  newImage: string | null | undefined,
): Promise<Refusal | undefined> {
  const image = nameOfPicture(newImage ?? '')
  const inText = namesOfPictures(content)
  const there = await lockPictures(tx, [...new Set(image ? [image, ...inText] : inText)])
  return image && !there.has(image)
    ? { field: 'imageUrl', reason: 'unfit', detail: noSuchPicture }
    : undefined
}

const nameOfPicture = (address: string) => readMediaAddress(address)?.name

const namesOfPictures = (html: string) =>
  [...html.matchAll(/\/media\/([0-9a-f]{32})-/g)].map((match) => match[1] ?? '')

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
  values: Pick<PostValues, 'title' | 'slug'>,
  call: Pick<PostRequest, 'slug' | 'slugByHand'>,
): Promise<string> {
  const isWish = call.slug !== undefined && values.slug !== slugFromTitle(values.title)
  const byHand = isWish || (call.slugByHand === true && Boolean(call.slug?.trim()))
  if (byHand && values.slug === old.slug) return old.slug
  const follows = !hasBeenPublic(old)
  if (!byHand && !follows) return old.slug
  const isBlank = call.slug?.trim() === ''
  if (!byHand && values.title === old.title && (!isBlank || isMadeOf(old.title, old))) return old.slug
  const slug = await pickSlug(tx, old.id, values.slug)
  if (slug === old.slug) return slug
  // A slug that nobody can have seen is free again.
  if (follows) await tx.delete(postSlugs).where(eq(postSlugs.postId, old.id))
  await tx.insert(postSlugs).values({ slug, postId: old.id }).onConflictDoNothing()
  return slug
}

type Changes = { [Column in keyof Omit<PostRow, 'picture' | 'aiFields'>]?: PostRow[Column] | SQL }

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
    if (!old.deletedAt) return toPost(old)
    const image = nameOfPicture(old.imageUrl ?? '')
    const there = await lockPictures(tx, [
      ...new Set([...namesOfPictures(old.content), ...(image ? [image] : [])]),
    ])
    return toPost(
      await writePost(tx, old, {
        deletedAt: null,
        // Pictures may be deleted while the posts that show them are in the trash.
        content: old.content.replaceAll(/<img [^>]*>/g, (tag) =>
          namesOfPictures(tag).every((name) => there.has(name)) ? tag : '',
        ),
        imageUrl: image && !there.has(image) ? null : old.imageUrl,
      }),
    )
  })
}

/** Brings a kept text back as a new version; what it replaces is a revision itself. */
export async function restoreRevision(
  db: Queryable,
  editor: Editor,
  id: number,
  revisionId: number,
): Promise<Post | undefined> {
  const revision = await findRevision(db, id, revisionId)
  if (!revision) return undefined
  const content = await cleanKept(revision.content)
  return db.transaction(async (tx) => {
    await lockSlugs(tx)
    const old = await lockPost(tx, id)
    if (!old) return undefined
    await lockUsedPictures(tx, content, revision.imageUrl)
    const { authorType } = revision
    const { whollyAi, disclosure } = await computeDisclosure(tx, { authorType, content }, old)
    const { title } = revision
    const followsTitle = isMadeOf(old.title, old)
    const post = await writePost(tx, old, {
      title,
      slug: followsTitle ? await slugAfter(tx, old, { title, slug: slugFromTitle(title) }, {}) : old.slug,
      excerpt: revision.excerpt,
      content,
      author: revision.author,
      authorType,
      whollyAi,
      ...review(editor, old.isPublished, disclosure),
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

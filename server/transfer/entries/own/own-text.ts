import { and, eq, ne, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { readMediaAddress } from '../../../../contracts/media.ts'
import { storedPostFields } from '../../../../contracts/posts.ts'
import type { Queryable } from '../../../db/connect.ts'
import { oneRow } from '../../../db/one-row.ts'
import { aiActions } from '../../../db/schema/assistant.ts'
import { authorInvites } from '../../../db/schema/invites.ts'
import { blogPosts, postTranscripts } from '../../../db/schema/posts.ts'
import { isPageAddress } from '../../../posts/page-addresses.ts'
import { keepSlug } from '../../../posts/writing/choose-slug.ts'
import { type FittingPost, importPost } from '../../../posts/writing/import-post.ts'
import { validatePost } from '../../../posts/writing/validate-post.ts'
import type { EntryHandler, EntryResult, ImportRun } from '../../import-run.ts'
import type { PostFacts, TextFile } from '../../own-format/front-matter.ts'
import { isStorable } from '../../own-format/is-storable.ts'
import { readBody } from '../../own-format/own-markdown.ts'
import type { OwnText } from '../../own-format/own-parts.ts'
import { findItem, keepItem } from '../items.ts'
import { textKey, toNamesHere } from './item-keys.ts'
import { refused, unchanged } from './results.ts'

export const textHandler: EntryHandler<OwnText> = async (run, part) => {
  if (await isHere(run.db, run, part)) return async () => unchanged()
  const read = await readPost(run, part)
  if (!read.ok) return async () => refused(nameOf(part.text), read.detail)
  return async (tx) => ((await isHere(tx, run, part)) ? unchanged() : storeText(tx, run, part, read.post))
}

const isHere = (db: Queryable, { source }: ImportRun, { text: { facts } }: OwnText) =>
  findItem(db, textKey(source, facts.kind, facts.slug))

const nameOf = ({ facts, fields }: TextFile) =>
  typeof fields.title === 'string' && fields.title.trim() !== '' ? fields.title : facts.slug

const countsOf = ({ kind, isPublished }: FittingPost) => ({
  [kind === 'page' ? 'pages' : 'posts']: 1,
  ...(!isPublished && { drafts: 1 }),
})

type ReadPost = { ok: true; post: FittingPost } | { ok: false; detail: string }

const someFields = z.partial(storedPostFields)

async function readPost({ db }: ImportRun, { text, pictures }: OwnText): Promise<ReadPost> {
  const { facts, body } = text
  const html = await readBody({ format: facts.format, text: body }, (name) =>
    pictures.find((picture) => picture.name === name),
  )
  if (html === undefined) return { ok: false, detail: 'Its text is too tangled to be read.' }
  // Parsed before the names change, so that the JSON is ours.
  const given: unknown = JSON.parse(await toNamesHere(db, JSON.stringify({ ...text.fields, content: html })))
  const parsed = someFields.safeParse(given)
  if (!parsed.success)
    return { ok: false, detail: parsed.error.issues[0]?.message ?? 'It has a field that does not fit.' }
  const { tags, ...fields } = parsed.data
  const valid = await validatePost(
    {
      ...fields,
      ...(facts.kind === 'post' && tags && { tags }),
      slug: facts.slug,
      publishedAt: facts.publishedAt,
    },
    { isImported: true },
  )
  if (!valid.ok) return { ok: false, detail: valid.refusal.detail }
  return {
    ok: true,
    post: {
      kind: facts.kind,
      isPublished: facts.status === 'published',
      publishedAt: new Date(facts.publishedAt),
      updatedAt: new Date(facts.updatedAt),
      feedId: facts.feedId,
      valid: { ...valid.post, slug: facts.slug },
      oldSlug: facts.slug,
      details: [],
    },
  }
}

async function storeText(
  tx: Queryable,
  run: ImportRun,
  { text, transcript }: OwnText,
  post: FittingPost,
): Promise<EntryResult> {
  const { facts } = text
  const { id, version, details, tags } = await importPost(tx, run.editor, post)
  await tx.update(blogPosts).set(columnsOf(facts, post)).where(eq(blogPosts.id, id))
  for (const slug of facts.formerSlugs)
    if (facts.kind === 'post' || isPageAddress(slug)) await keepSlug(tx, { id, kind: facts.kind }, slug)
  if (transcript && isStorable(transcript))
    await tx.insert(postTranscripts).values({ postId: id, text: transcript })
  await storeActions(tx, id, facts.ai)
  const key = textKey(run.source, facts.kind, facts.slug)
  if (facts.guest) {
    const rowId = await storeGuest(tx, id, facts.guest, post)
    const item = { importId: run.importId, kind: 'person', rowId, version: 'guest' } as const
    await keepItem(tx, { key: `${key}:guest`, ...item })
  }
  await keepItem(tx, { key, importId: run.importId, kind: 'post', postId: id, version: String(version) })
  for (const tag of tags) run.outdated.add(tag)
  return { counts: countsOf(post), notes: details.map((detail) => ({ about: nameOf(text), detail })) }
}

/** Columns that only our own export has */
function columnsOf(
  { createdAt, firstPublishedAt, ai }: PostFacts,
  { isPublished, publishedAt }: FittingPost,
) {
  const first = firstPublishedAt === undefined ? null : new Date(firstPublishedAt)
  return {
    createdAt: new Date(createdAt),
    firstPublishedAt: isPublished ? (first ?? publishedAt) : first,
    whollyAi: ai?.wholly ?? false,
  }
}

/** Binds the AI actions to the post, so that readers are told the same about it. */
async function storeActions(tx: Queryable, postId: number, ai: PostFacts['ai']): Promise<void> {
  for (const { id, createdAt, ...action } of ai?.actions ?? []) {
    const values = { ...action, postId, createdAt: new Date(createdAt) }
    // If this is the site that the export comes from, the id belongs to the post that was exported.
    const added = await tx
      .insert(aiActions)
      .values({ ...values, id })
      .onConflictDoNothing()
    if (added.rowCount === 0) await tx.insert(aiActions).values(values)
  }
}

type Guest = NonNullable<PostFacts['guest']>

/** Keeps the guest's name, page, bio, and photo. Their address comes later, unless they were deleted here. */
async function storeGuest(
  tx: Queryable,
  postId: number,
  { slug, name, bio, photo }: Guest,
  { isPublished, publishedAt }: FittingPost,
): Promise<number> {
  const photoUrl = photo && readMediaAddress(photo) ? await toNamesHere(tx, photo) : null
  const values = {
    email: '',
    name,
    // Neither state sends an email when the post becomes public.
    status: isPublished ? ('published' as const) : ('revoked' as const),
    expiresAt: sql`now()`,
    postId,
    publishedAt: isPublished ? publishedAt : null,
    bio: bio ?? null,
    photoUrl,
    authorSlug: await pickFreeSlug(tx, slug, name),
  }
  const added = await tx.insert(authorInvites).values(values).returning({ id: authorInvites.id })
  return oneRow(added).id
}

async function pickFreeSlug(tx: Queryable, slug: string, name: string): Promise<string> {
  for (let number = 1; ; number++) {
    const wanted = number === 1 ? slug : `${slug}-${number}`
    const [other] = await tx
      .select({ id: authorInvites.id })
      .from(authorInvites)
      .where(and(eq(authorInvites.authorSlug, wanted), ne(authorInvites.name, name)))
      .limit(1)
    if (!other) return wanted
  }
}

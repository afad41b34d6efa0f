import type { ImportCounts, ImportNote } from '../../../contracts/imports.ts'
import type { PostKind } from '../../../contracts/post-kinds.ts'
import type { Queryable } from '../../db/connect.ts'
import { type FittingPost, fitPost, importPost } from '../../posts/writing/import-post.ts'
import { normalizeAddress } from '../../redirects/redirect-address.ts'
import { addCounts, type EntryHandler, type EntryResult, type ImportRun } from '../import-run.ts'
import type { ConvertedText } from '../sources/convert-text.ts'
import type { SourcePost } from '../sources/source.ts'
import { findItem, keepItem } from './items.ts'
import { checkPicture, takePicture } from './picture.ts'
import { placePictures } from './place-pictures.ts'
import { storeRedirect } from './redirect.ts'

export const postHandler: EntryHandler<SourcePost> = {
  async check(run, post) {
    const known = await findItem(run.db, post.key)
    if (known) return describeKnown(post, known)
    const converted = await run.convert(post)
    const pictures = await checkPictures(run, post, converted)
    const fitting = await fitPost(toForeignPost(run, post, { ...converted, imageUrl: null }))
    if (!fitting.ok) return refused(post, fitting.detail)
    return {
      counts: { ...pictures.counts, ...countPost(post.kind, fitting.post.isPublished) },
      notes: [...post.notes, ...converted.notes, ...pictures.notes, ...toNotes(post, fitting.post.details)],
    }
  },

  async prepare(run, post) {
    const known = await findItem(run.db, post.key)
    if (known) return async () => describeKnown(post, known)
    const converted = await run.convert(post)
    const placed = await placePictures(run, post, converted)
    const head = await takeHeadPicture(run, post)
    const fitting = await fitPost(
      toForeignPost(run, post, { ...converted, html: placed.html, imageUrl: head.imageUrl }),
    )
    if (!fitting.ok) return async () => refused(post, fitting.detail)
    const counts = addCounts(placed.counts, head.counts)
    const notes = [...post.notes, ...converted.notes, ...placed.notes, ...head.notes]
    return (tx) => storePost(tx, run, post, fitting.post, { counts, notes })
  },
}

async function storePost(
  tx: Queryable,
  run: ImportRun,
  post: SourcePost,
  fitting: FittingPost,
  before: EntryResult,
): Promise<EntryResult> {
  const known = await findItem(tx, post.key)
  if (known) return describeKnown(post, known)
  const imported = await importPost(tx, run.editor, fitting)
  const { id: postId, version, address } = imported
  await keepItem(tx, {
    key: post.key,
    importId: run.importId,
    kind: 'post',
    postId,
    version: String(version),
  })
  for (const tag of imported.tags) run.outdated.add(tag)
  let result: EntryResult = {
    counts: { ...before.counts, ...countPost(fitting.kind, fitting.isPublished) },
    notes: [...before.notes, ...toNotes(post, imported.details)],
  }
  for (const from of post.formerAddresses) {
    // The post itself is at this address.
    if (normalizeAddress(from) === address) continue
    const kept = await storeRedirect(tx, { from, target: { postId }, importId: run.importId })
    result = { counts: addCounts(result.counts, kept.counts), notes: [...result.notes, ...kept.notes] }
  }
  return result
}

const countPost = (kind: PostKind, isPublished: boolean): ImportCounts => ({
  [kind === 'page' ? 'pages' : 'posts']: 1,
  ...(!isPublished && { drafts: 1 }),
})

function toForeignPost(
  { options }: ImportRun,
  post: SourcePost,
  { html, excerpt, imageUrl }: { html: string; excerpt?: string | undefined; imageUrl: string | null },
) {
  const shownExcerpt = post.excerpt ?? excerpt
  const author = options.author ?? new Intl.ListFormat('en').format(post.authors)
  return {
    kind: post.kind,
    fields: {
      title: post.title,
      content: html,
      ...(shownExcerpt !== undefined && { excerpt: shownExcerpt }),
      ...(author !== '' && { author }),
      authorType: 'human' as const,
      tags: post.tags,
      imageUrl,
      imageCaption: imageUrl === null ? null : (post.picture?.caption ?? null),
    },
    slug: post.slug,
    isPublished: post.status === 'public' && options.status === 'as-in-file',
    publishedAt: toDate(post.publishedAt),
    updatedAt: toDate(post.updatedAt),
    feedId: post.feedId,
  }
}

function toDate(text: string | undefined): Date | undefined {
  const date = text === undefined ? undefined : new Date(text)
  return date && Number.isFinite(date.getTime()) ? date : undefined
}

/** Stores the picture above the text. */
async function takeHeadPicture(
  run: ImportRun,
  { picture, path, title }: SourcePost,
): Promise<EntryResult & { imageUrl: string | null }> {
  if (!picture) return { imageUrl: null, counts: {}, notes: [] }
  const { address, alt = '' } = picture
  const found = await takePicture(run, { address, alt, path })
  if ('item' in found)
    return { imageUrl: found.item.src, counts: found.isNew ? { pictures: 1 } : {}, notes: [] }
  const detail = found.detail.replace(', so a link to the old address took its place', '')
  return {
    imageUrl: null,
    counts: { missingPictures: 1 },
    notes: [{ about: address, detail: `Picture above “${title}”: ${detail}` }],
  }
}

async function checkPictures(
  run: ImportRun,
  { picture, path, title }: SourcePost,
  { pictures }: ConvertedText,
): Promise<EntryResult> {
  const counts = { pictures: 0, missingPictures: 0 }
  const notes: ImportNote[] = []
  for (const { address } of [...(picture ? [picture] : []), ...pictures]) {
    const found = await checkPicture(run, { address, path })
    if (found === 'new') counts.pictures++
    else if (found !== 'seen') {
      counts.missingPictures++
      notes.push({ about: address, detail: `In “${title}”: ${pictureProblems[found]}` })
    }
  }
  return { counts, notes }
}

const pictureProblems = {
  missing: 'Its file is not in the upload. A link to the old address will take its place.',
  'too-large': 'Its file is larger than 25 MB. A link to the old address will take its place.',
}

const nameOf = ({ title, key }: SourcePost) => title.trim() || key

const toNotes = (post: SourcePost, details: string[]): ImportNote[] =>
  details.map((detail) => ({ about: nameOf(post), detail }))

const refused = (post: SourcePost, detail: string): EntryResult => ({
  counts: { problems: 1 },
  notes: [...post.notes, ...toNotes(post, [`It could not be imported: ${detail}`])],
})

function describeKnown(post: SourcePost, { isTrashed }: { isTrashed: boolean }): EntryResult {
  const details = isTrashed ? ['It was imported before and is in the trash. Restore it there.'] : []
  return { counts: { unchanged: 1 }, notes: toNotes(post, details) }
}

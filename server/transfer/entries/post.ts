import type { ImportCounts, ImportNote } from '../../../contracts/imports.ts'
import { mediaMessages } from '../../../contracts/media.ts'
import type { PostKind } from '../../../contracts/post-kinds.ts'
import type { Queryable } from '../../db/connect.ts'
import { type FittingPost, type ForeignPost, fitPost, importPost } from '../../posts/writing/import-post.ts'
import { normalizeAddress } from '../../redirects/redirect-address.ts'
import { addCounts, type EntryHandler, type EntryResult, type ImportRun } from '../import-run.ts'
import type { ConvertedText } from '../sources/convert-text.ts'
import type { SourcePost } from '../sources/source.ts'
import { findItem, keepItem } from './items.ts'
import { hasPdf } from './pdf.ts'
import { checkPicture, missingFile, takePicture } from './picture.ts'
import { noteMissing, placeFiles } from './place-files.ts'
import { storeRedirect } from './redirect.ts'

export const postHandler: EntryHandler<SourcePost> = {
  async check(run, post) {
    const known = await findItem(run.db, post.key)
    if (known) return describeKnown(post, known)
    const converted = await run.convert(post)
    const files = await checkFiles(run, post, converted)
    const fitting = await fitPost(toForeignPost(run, post, converted))
    if (!fitting.ok) return refused(post, fitting.detail)
    return {
      counts: { ...files.counts, ...countPost(post.kind, fitting.post.isPublished) },
      notes: [...post.notes, ...converted.notes, ...files.notes, ...toNotes(post, fitting.post.details)],
    }
  },

  async prepare(run, post) {
    const known = await findItem(run.db, post.key)
    if (known) return async () => describeKnown(post, known)
    const converted = await run.convert(post)
    const placed = await placeFiles(run, post, converted)
    const head = await takeOwnPicture(run, post, 'head')
    const social = await takeOwnPicture(run, post, 'social')
    const fitting = await fitPost(
      toForeignPost(run, post, { ...converted, html: placed.html, head: head.src, social: social.src }),
    )
    if (!fitting.ok) return async () => refused(post, fitting.detail)
    const counts = addCounts(addCounts(placed.counts, head.counts), social.counts)
    const notes = [...post.notes, ...converted.notes, ...placed.notes, ...head.notes, ...social.notes]
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
  {
    html,
    excerpt,
    head,
    social,
    failed,
  }: Pick<ConvertedText, 'html' | 'excerpt' | 'failed'> & {
    head?: string | undefined
    social?: string | undefined
  },
): ForeignPost {
  const shownExcerpt = post.excerpt ?? excerpt
  const author = options.author ?? new Intl.ListFormat('en').format(post.authors)
  return {
    kind: post.kind,
    fields: {
      title: post.title,
      content: html,
      ...(shownExcerpt !== undefined && { excerpt: shownExcerpt }),
      ...(author !== '' && { author }),
      authorType: 'human',
      tags: post.tags,
      imageUrl: head ?? null,
      imageCaption: head === undefined ? null : (post.picture?.caption ?? null),
      seoTitle: post.seo.title ?? null,
      seoDescription: post.seo.description ?? null,
      socialImageUrl: social ?? null,
    },
    slug: post.slug,
    // A post whose text could not be read is not for readers.
    isPublished: post.status === 'public' && options.status === 'as-in-file' && !failed,
    publishedAt: toDate(post.publishedAt),
    updatedAt: toDate(post.updatedAt),
    feedId: post.feedId,
  }
}

function toDate(text: string | undefined): Date | undefined {
  const date = text === undefined ? undefined : new Date(text)
  return date && Number.isFinite(date.getTime()) ? date : undefined
}

/** The pictures of a post outside of its text */
const ownPictures = {
  head: { read: ({ picture }: SourcePost) => picture, name: 'Picture above' },
  social: {
    read: ({ seo: { pictureAddress } }: SourcePost): SourcePost['picture'] =>
      pictureAddress === undefined ? undefined : { address: pictureAddress },
    name: 'Picture for social networks of',
  },
}

/** Stores a picture of a post outside of its text. `src` is undefined if it has none. */
async function takeOwnPicture(
  run: ImportRun,
  post: SourcePost,
  which: keyof typeof ownPictures,
): Promise<EntryResult & { src?: string }> {
  const kind = ownPictures[which]
  const picture = kind.read(post)
  if (!picture) return { counts: {}, notes: [] }
  const { address, alt = '' } = picture
  const found = await takePicture(run, { address, alt, path: post.path })
  if ('item' in found) return { src: found.item.src, counts: found.isNew ? { pictures: 1 } : {}, notes: [] }
  return {
    counts: { missingPictures: 1 },
    notes: noteOwnMissing(post, kind, address)(found.detail),
  }
}

const noteOwnMissing =
  ({ title }: SourcePost, { name }: { name: string }, about: string) =>
  (why: string): ImportNote[] => [{ about, detail: `${name} “${title}”: ${why}` }]

async function checkFiles(
  run: ImportRun,
  post: SourcePost,
  { pictures, files }: ConvertedText,
): Promise<EntryResult> {
  const { path } = post
  const own = Object.values(ownPictures).flatMap((kind) => {
    const picture = kind.read(post)
    return picture ? [{ address: picture.address, note: noteOwnMissing(post, kind, picture.address) }] : []
  })
  const inText = pictures.map(({ address }) => ({
    address,
    note: (why: string) => noteMissing(run, post, address, why),
  }))
  const counts = { pictures: 0, missingPictures: 0, files: 0 }
  const notes: ImportNote[] = []
  for (const { address, note } of [...own, ...inText]) {
    const found = await checkPicture(run, { address, path })
    if (found === 'new') counts.pictures++
    else if (found !== 'seen') {
      counts.missingPictures++
      notes.push(...note(fileProblems[found]))
    }
  }
  for (const { address } of files)
    if (await hasPdf(run, { address, path })) counts.files++
    else notes.push(...noteMissing(run, post, address, missingFile))
  return { counts, notes }
}

const fileProblems = { missing: missingFile, 'too-large': mediaMessages.tooLarge }

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

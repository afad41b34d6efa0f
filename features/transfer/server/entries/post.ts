import { isWebAddress } from '../../../../core/contract/web-address.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import type { PostKind } from '../../../posts/contract/post-kinds.ts'
import {
  type FittingPost,
  type ForeignPost,
  fitPost,
  importPost,
} from '../../../posts/server/writing/import-post.ts'
import type { ImportCounts, ImportNote } from '../../contract/imports.ts'
import { addCounts, addResults, type EntryResult, type ImportRun, type StoreEntry } from '../import-run.ts'
import { normalizeAddress } from '../redirects/redirect-address.ts'
import type { ConvertedText } from '../sources/read-apart.ts'
import type { SourcePost } from '../sources/source.ts'
import { isSameSite } from '../sources/texts/post-fields.ts'
import { findItem, keepItem } from './items.ts'
import { missingFile, takePicture } from './picture.ts'
import { placeFiles } from './place-files.ts'
import { storeRedirect } from './redirect.ts'

export async function preparePost(run: ImportRun, post: SourcePost): Promise<StoreEntry> {
  const known = await findItem(run.db, post.key)
  if (known) return async () => describeKnown(post, known)
  const { convertText } = await import('../sources/read-apart.ts')
  const { format, siteUrl } = run.source
  const converted = await convertText(post.content, { format, siteUrl, path: post.path, title: post.title })
  const placed = await placeFiles(run, post, converted)
  const head = await takeOwnPicture(run, post, 'Picture above', post.picture)
  const { pictureAddress } = post.seo
  const socialPicture = pictureAddress === undefined ? undefined : { address: pictureAddress }
  const social = await takeOwnPicture(run, post, 'Picture for social networks of', socialPicture)
  const fitting = await fitPost(
    toForeignPost(run, post, { ...converted, html: placed.html, head: head.src, social: social.src }),
  )
  if (!fitting.ok) return async () => refused(post, fitting.detail)
  const counts = addCounts(addCounts(placed.counts, head.counts), social.counts)
  const notes = [...post.notes, ...converted.notes, ...placed.notes, ...head.notes, ...social.notes]
  return (tx) => storePost(tx, run, post, fitting.post, { counts, notes })
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
    result = addResults(result, kept)
  }
  return result
}

const countPost = (kind: PostKind, isPublished: boolean): ImportCounts => ({
  [kind === 'page' ? 'pages' : 'posts']: 1,
  ...(!isPublished && { drafts: 1 }),
})

/** `head` and `social`: addresses of the pictures above the text and for social networks */
type Placed = Pick<ConvertedText, 'html' | 'excerpt' | 'failed'> &
  Record<'head' | 'social', string | undefined>

function toForeignPost(
  { options }: ImportRun,
  post: SourcePost,
  { html, excerpt, head, social, failed }: Placed,
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

/** Stores a picture of a post outside of its text. `src` is undefined if it has none. */
async function takeOwnPicture(
  run: ImportRun,
  post: SourcePost,
  name: string,
  picture: SourcePost['picture'],
): Promise<EntryResult & { src?: string }> {
  if (!picture) return { counts: {}, notes: [] }
  const { address, alt = '' } = picture
  const found = await takePicture(run, { address, alt, path: post.path })
  if ('item' in found) return { src: found.item.src, counts: found.isNew ? { pictures: 1 } : {}, notes: [] }
  return {
    counts: { missingPictures: 1 },
    notes: [{ about: address, detail: `${name} “${post.title}”: ${explainMissing(run, address, found)}` }],
  }
}

/** Ghost and others show pictures of stock photo sites, which no archive has. */
function explainMissing({ source: { siteUrl } }: ImportRun, address: string, { detail }: { detail: string }) {
  if (detail !== missingFile || !isWebAddress(address)) return detail
  const url = new URL(address)
  if (siteUrl !== undefined && isSameSite(url, new URL(siteUrl))) return detail
  return `It is on ${url.hostname}, and imports fetch nothing. Download it there, and add it to the post.`
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

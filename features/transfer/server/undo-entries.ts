import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { inBatches } from '../../../core/server/db/page.ts'
import { redirectsTag, siteTag } from '../../../core/server/http/page-cache/site-tag.ts'
import { deleteUnusedMedia } from '../../media/server/delete-media.ts'
import { deleteUnusedFile } from '../../media/server/files/files.ts'
import { blogPosts } from '../../posts/schema.ts'
import { ownPagesTag, postsTag } from '../../posts/server/post-rows.ts'
import { deletePosts } from '../../posts/server/writing/trash.ts'
import { menuSection } from '../../site/server/site-content/own-sections.ts'
import { readSection, resetSection } from '../../site/server/site-content/section-store.ts'
import type { ImportItemKind, ImportNote } from '../contract/imports.ts'
import { importItems, importNotes, redirects, siteImports } from '../schema.ts'
import { forgetItem, type ImportItem } from './entries/items.ts'
import { insertNotes } from './import-notes.ts'
import type { ImportDeps, Progress } from './import-run.ts'
import { deleteFilesOf } from './import-uploads.ts'
import { findEditor } from './open-import.ts'
import type { ImportRow } from './site-imports.ts'

type Deps = Pick<ImportDeps, 'db' | 'media' | 'features' | 'signal'> & {
  until: number
  onProgress?: Progress | undefined
}

/** Deletes what an import has created, or returns a note about why it stays. */
type UndoItem = (deps: Deps, row: ImportRow, item: ImportItem) => Promise<ImportNote | undefined>

const batchSize = 100

/** Kinds that others may use come last. */
const undoers: [ImportItemKind, UndoItem][] = [
  ['post', undoPost],
  ['menu', undoMenu],
  ['file', undoFile],
  ['picture', undoPicture],
]

/**
 * Deletes what an import has created, one item after the other. What was edited or used since stays and gets a note.
 * After an interruption it begins again with what is left.
 */
export async function undoEntries(deps: Deps, row: ImportRow): Promise<'over' | 'more'> {
  const { db, media, signal, until, onProgress } = deps
  const { id } = row
  await db.delete(importNotes).where(and(eq(importNotes.importId, id), eq(importNotes.phase, 'undo')))
  let done = 0
  let kept = 0
  for (const [kind, undo] of undoers)
    for await (const item of walkItems(db, id, kind)) {
      if (signal.aborted || Date.now() > until) return 'more'
      const note = await undo(deps, row, item)
      if (note) {
        await insertNotes(db, id, 'undo', [note])
        kept++
      }
      onProgress?.(++done, null)
    }
  if (row.format === 'everyday-ai') {
    await insertNotes(db, id, 'undo', [restOfExport])
    kept++
  }
  await db.transaction(async (tx) => {
    // Redirects to posts have gone with them. Those of posts that stay are still needed.
    await tx.delete(redirects).where(and(eq(redirects.importId, id), isNull(redirects.postId)))
    await tx
      .update(siteImports)
      .set({ state: 'undone', undoneAt: sql`now()`, counts: { ...row.counts, kept } })
      .where(and(eq(siteImports.id, id), eq(siteImports.state, 'undoing')))
    const tags = [postsTag, ownPagesTag, siteTag, redirectsTag].join(' ')
    await tx.execute(sql`select pg_notify('page_cache', ${tags})`)
  })
  await deleteFilesOf(db, media, row)
  return 'over'
}

/** Earlier versions imported more of an export of this software than posts, pages, and their files. */
const restOfExport: ImportNote = {
  about: 'Export of this software',
  detail: 'People, subscribers, guest authors, words of the site, and settings that it brought stay.',
}

async function* walkItems(db: Queryable, importId: number, kind: ImportItemKind): AsyncGenerator<ImportItem> {
  const read = (key = '') =>
    db
      .select()
      .from(importItems)
      .where(and(eq(importItems.importId, importId), eq(importItems.kind, kind), gt(importItems.key, key)))
      .orderBy(asc(importItems.key))
      .limit(batchSize)
  for await (const items of inBatches(batchSize, read, ({ key }) => key)) yield* items
}

async function undoPost(
  { db, features }: Deps,
  _: ImportRow,
  item: ImportItem,
): Promise<ImportNote | undefined> {
  return db.transaction(async (tx) => {
    const { id, title, version, deletedAt } = blogPosts
    // No post has the id 0.
    const [post] = await tx
      .select({ id, title, version, deletedAt })
      .from(blogPosts)
      .where(eq(id, item.postId ?? 0))
      .for('update')
    if (post) {
      // Moving a post to the trash is a version, too.
      const unedited = Number(item.version) + (post.deletedAt ? 1 : 0)
      if (post.version !== unedited)
        return { about: post.title, detail: 'It was edited after the import, so it stays.' }
      for (const { refuseUndo } of features) {
        const detail = await refuseUndo?.(tx, post.id)
        if (detail) return { about: post.title, detail }
      }
      // The site is as before, so the address is free again.
      await deletePosts(tx, eq(id, post.id), sql`true`)
    }
    await forgetItem(tx, item)
    return undefined
  })
}

async function undoMenu({ db }: Deps, row: ImportRow, item: ImportItem): Promise<ImportNote | undefined> {
  return db.transaction(async (tx) => {
    const { version, hasDraft } = await readSection(tx, menuSection)
    await forgetItem(tx, item)
    if (String(version) !== item.version || !hasDraft)
      return { about: 'Menu', detail: 'It was changed or published after the import, so it stays.' }
    await resetSection(tx, await findEditor(tx, row), menuSection, { version, to: 'published' })
    return undefined
  })
}

async function undoPicture(
  { db, media, features }: Deps,
  _: ImportRow,
  item: ImportItem,
): Promise<ImportNote | undefined> {
  if (item.mediaId === null) {
    await forgetItem(db, item)
    return undefined
  }
  const picture = { id: item.mediaId, alt: item.version }
  const kept = await deleteUnusedMedia(db, media, features, picture, (tx) => forgetItem(tx, item))
  if (!kept) return undefined
  const why = kept.isUsed ? 'It is in use' : 'Its description was changed after the import'
  return { about: kept.name, detail: `${why}, so it stays in Media.` }
}

async function undoFile(
  { db, media, features }: Deps,
  _: ImportRow,
  item: ImportItem,
): Promise<ImportNote | undefined> {
  if (item.rowId === null) {
    await forgetItem(db, item)
    return undefined
  }
  const kept = await deleteUnusedFile(db, media, features, item.rowId, (tx) => forgetItem(tx, item))
  return kept === undefined ? undefined : { about: kept, detail: 'A post links to it, so it stays in Media.' }
}

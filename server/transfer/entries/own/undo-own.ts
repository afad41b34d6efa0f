import { and, eq, isNull } from 'drizzle-orm'
import type { ImportNote } from '../../../../contracts/imports.ts'
import { sectionPlaces } from '../../../../contracts/site-content/section-places.ts'
import { sectionIds } from '../../../../contracts/site-content/sections.ts'
import type { Database, Queryable } from '../../../db/connect.ts'
import { personNotes } from '../../../db/schema/entries.ts'
import { authorInvites } from '../../../db/schema/invites.ts'
import { newsletterSubscriptions } from '../../../db/schema/newsletter.ts'
import { entryTables } from '../../../entries/entry-tables.ts'
import { findPlan } from '../../../entries/plan-answers.ts'
import { deleteUnusedFile } from '../../../files/files.ts'
import type { MediaStore } from '../../../media/store.ts'
import type { Editor } from '../../../posts/writing/editor.ts'
import { readSection, resetSection } from '../../../site-content/section-store.ts'
import { forgetItem, type ImportItem } from '../items.ts'
import { personVersion, subscriberVersion } from './row-versions.ts'

type Undo = (tx: Queryable, item: ImportItem & { rowId: number }) => Promise<ImportNote | undefined>

/** Deletes a row of a table that an import has added, unless someone has changed it since. */
async function undoRow(db: Database, item: ImportItem, undo: Undo): Promise<ImportNote | undefined> {
  return db.transaction(async (tx) => {
    await forgetItem(tx, item)
    return item.rowId === null ? undefined : undo(tx, { ...item, rowId: item.rowId })
  })
}

/** Entries, notes about people, and the names of guest authors */
export const undoPerson = (db: Database, item: ImportItem) =>
  undoRow(db, item, async (tx, { rowId, version }) => {
    if (version === 'note') {
      await tx.delete(personNotes).where(eq(personNotes.id, rowId))
      return undefined
    }
    if (version === 'guest') {
      // As long as the post is there, its readers are told who wrote it.
      await tx.delete(authorInvites).where(and(eq(authorInvites.id, rowId), isNull(authorInvites.postId)))
      return undefined
    }
    const form = version.startsWith('waitlist ') ? 'waitlist' : 'contact'
    const table = entryTables[form]
    const [row] = await tx
      .select({ status: table.status, tags: table.tags })
      .from(table)
      .where(eq(table.id, rowId))
      .for('update')
    if (!row) return undefined
    const plan = form === 'waitlist' ? await findPlan(tx, rowId) : undefined
    if (version !== personVersion(form, { ...row, plannedAt: plan && new Date(plan.updatedAt) }))
      return { about: 'people.csv', detail: 'An entry was changed after the import, so it stays in People.' }
    await tx.delete(table).where(eq(table.id, rowId))
    return undefined
  })

export const undoSubscriber = (db: Database, item: ImportItem) =>
  undoRow(db, item, async (tx, { rowId, version }) => {
    const table = newsletterSubscriptions
    const [row] = await tx
      .select({
        isActive: table.isActive,
        frequency: table.frequency,
        subscribedAt: table.subscribedAt,
      })
      .from(table)
      .where(eq(table.id, rowId))
      .for('update')
    if (!row) return undefined
    // An unsubscription must not get lost, because another import could bring the person back.
    if (!row.isActive)
      return { about: 'subscribers.csv', detail: 'Someone has unsubscribed, so that is remembered.' }
    if (version !== subscriberVersion(row))
      return { about: 'subscribers.csv', detail: 'A subscription was changed after the import, so it stays.' }
    await tx.delete(table).where(and(eq(table.id, rowId)))
    return undefined
  })

export async function undoSection(
  db: Database,
  editor: Editor,
  item: ImportItem,
): Promise<ImportNote | undefined> {
  const section = sectionIds.find((id) => item.key.endsWith(`:section:${id}`))
  return db.transaction(async (tx) => {
    await forgetItem(tx, item)
    if (!section) return undefined
    const { version } = await readSection(tx, section)
    if (String(version) !== item.version)
      return {
        about: sectionPlaces[section].title,
        detail: 'It was changed after the import, so it stays.',
      }
    await resetSection(tx, editor, section, { version, to: 'original' })
    return undefined
  })
}

export async function undoFile(
  db: Database,
  store: MediaStore,
  item: ImportItem,
): Promise<ImportNote | undefined> {
  const { rowId } = item
  const kept =
    rowId === null ? undefined : await deleteUnusedFile(db, store, rowId, (tx) => forgetItem(tx, item))
  if (rowId === null) await forgetItem(db, item)
  return kept === undefined ? undefined : { about: kept, detail: 'A post links to it, so it stays in Media.' }
}

/** Settings and the deletion ledger stay: someone may rely on them, and forgetting deletions is never right. */
export async function undoNothing(db: Database, item: ImportItem): Promise<ImportNote | undefined> {
  await forgetItem(db, item)
  return item.kind === 'setting'
    ? { about: 'Settings', detail: 'What the import set there stays. Change it in Settings.' }
    : undefined
}

import { and, desc, eq, gt, notInArray, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { detailed, recorderOf } from '../../../../core/server/activity/record-activity.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { withIsoTimes } from '../../../../core/server/db/iso-times.ts'
import { sectionTag } from '../../../../core/server/http/page-cache/site-tag.ts'
import { displayNameOf } from '../../../accounts/server/display-name.ts'
import type { SiteSection } from '../../../manifest/feature.ts'
import { findPictureNames, mediaMessages, readMediaAddress } from '../../../media/contract/media.ts'
import { lockPictures } from '../../../media/server/media.ts'
import type {
  SectionRevision,
  SectionState,
  SectionSummary,
} from '../../contract/site-content/section-api.ts'
import { siteSectionRevisions, siteSections } from '../../schema/site-content.ts'
import { rememberButtons } from '../visits/remember-buttons.ts'
import { cleanSection } from './clean-value.ts'
import { completeSection } from './read-content.ts'

const siteKind = { name: 'site', label: 'Words and look of the site', order: 11 }

const ofSection = (words: (title: string) => string) =>
  detailed(
    siteKind,
    { section: z.string().check(z.regex(/^[a-zA-Z]{1,40}$/)) },
    ({ section }, { sections }) => words(sections[section] ?? section),
  )

export const siteActions = {
  'section-published': ofSection((title) => `Published changes to “${title}”`),
  'section-reset': ofSection((title) => `Went back to the original of “${title}”`),
}
const recordActivity = recorderOf(siteActions)

/** The user who changes a section. `username` is recorded in the revision. */
type Editor = { /** 0 for an import by a command */ id: number; username: string; tokenId?: number }

type Row = typeof siteSections.$inferSelect

const maxRevisions = 50

/** False for a row that only a refused request has created */
const isWritten = gt(siteSections.version, 0)

export type SectionResult =
  | { outcome: 'saved'; state: SectionState }
  /** Someone else has written since the version that the request is based on. */
  | { outcome: 'stale'; current: SectionState }
  /** Messages by the path of the field */
  | { outcome: 'invalid'; fields: Record<string, string> }

export async function summarizeSections(db: Queryable, sections: SiteSection[]): Promise<SectionSummary[]> {
  const rows = await db.select(summaryColumns).from(siteSections).where(isWritten)
  const changed = new Map(rows.map((row) => [row.section, row]))
  return sections.map(({ id }) => toSummary(id, changed.get(id)))
}

export async function readSection(db: Queryable, section: SiteSection): Promise<SectionState> {
  const [row] = await db
    .select({ ...summaryColumns, published: siteSections.published, draft: siteSections.draft })
    .from(siteSections)
    .where(and(eq(siteSections.section, section.id), isWritten))
  return toState(section, row)
}

/** Saves a draft, or publishes the value. A repeated request whose value is already stored counts once. */
export async function saveSection(
  db: Queryable,
  editor: Editor,
  section: SiteSection,
  { version, value, isPublished }: { version: number; value: unknown; isPublished: boolean },
): Promise<SectionResult> {
  const clean = cleanSection(section.fields, value)
  if (!clean.ok) return { outcome: 'invalid', fields: clean.fields }
  const change = isPublished ? { published: clean.value, draft: null } : { draft: clean.value }
  return changeSection(db, editor, section, version, isPublished ? 'publish' : 'draft', change)
}

/** Discards the draft, or goes back to the original, which also discards the draft. */
export function resetSection(
  db: Queryable,
  editor: Editor,
  section: SiteSection,
  { version, to }: { version: number; to: 'published' | 'original' },
): Promise<SectionResult> {
  const change = to === 'original' ? { published: null, draft: null } : { draft: null }
  return changeSection(db, editor, section, version, to === 'original' ? 'original' : undefined, change)
}

/** Publishes or discards the draft of a section; undefined if it has none, as after a repeated request. */
export async function settleDraft(
  tx: Queryable,
  editor: Editor,
  section: SiteSection,
  { version, isPublished }: { version: number; isPublished: boolean },
): Promise<SectionResult | undefined> {
  const { draft } = await lockSection(tx, section, editor)
  if (draft === null) return undefined
  if (!isPublished) return resetSection(tx, editor, section, { version, to: 'published' })
  return saveSection(tx, editor, section, { version, value: toValue(section, draft), isPublished })
}

/** `cause` is why a revision is kept; undefined keeps none. */
async function changeSection(
  db: Queryable,
  editor: Editor,
  section: SiteSection,
  version: number,
  cause: SectionRevision['cause'] | undefined,
  change: { published?: unknown; draft: unknown },
): Promise<SectionResult> {
  return db.transaction(async (tx) => {
    const row = await lockSection(tx, section, editor)
    if (row.version !== version) {
      const current = await readSection(tx, section)
      return isSame(row, change) ? { outcome: 'saved', state: current } : { outcome: 'stale', current }
    }
    const shown = change.published ?? change.draft
    const field = await findMissingPicture(tx, shown, [row.published, row.draft])
    if (field !== undefined) return { outcome: 'invalid', fields: { [field]: mediaMessages.missing } }
    const isPublic = change.published !== undefined
    const isDiscarded = cause === undefined
    await tx
      .update(siteSections)
      .set({
        ...change,
        ...(isPublic && { publishedAt: sql`now()` }),
        version: version + 1,
        changedAt: sql`now()`,
        changedBy: editor.username,
        ...(isDiscarded && (await findPublication(tx, section))),
      })
      .where(eq(siteSections.section, section.id))
    if (cause)
      await keepRevision(tx, section, {
        version: version + 1,
        value: isPublic ? change.published : change.draft,
        savedBy: editor.username,
        cause,
      })
    if (isPublic) {
      // The names of what the change removes, then the names of what it adds or renames
      for (const shown of [row.published, change.published])
        if (section.id === 'services' || section.id === 'apps')
          await rememberButtons(tx, { [section.id]: toValue(section, shown) })
      await tx.execute(sql`select pg_notify('page_cache', ${sectionTag(section.id)})`)
      const action = change.published === null ? 'section-reset' : 'section-published'
      await recordActivity(tx, {
        action,
        by: editor.id === 0 ? 'server' : editor,
        details: { section: section.id },
      })
    }
    return { outcome: 'saved', state: await readSection(tx, section) }
  })
}

/** When the public value of a section was published, and by whom; undefined if that is no longer kept */
async function findPublication(tx: Queryable, section: SiteSection) {
  const { savedAt: changedAt, savedBy: changedBy, cause } = siteSectionRevisions
  const [found] = await tx
    .select({ changedAt, changedBy })
    .from(siteSectionRevisions)
    .where(and(eq(siteSectionRevisions.section, section.id), eq(cause, 'publish')))
    .orderBy(desc(siteSectionRevisions.id))
    .limit(1)
  return found
}

/** Locks the row of a section until the transaction ends, and creates it first if it is missing. */
async function lockSection(tx: Queryable, section: SiteSection, editor: Editor): Promise<Row> {
  await tx
    .insert(siteSections)
    .values({ section: section.id, changedBy: editor.username })
    .onConflictDoNothing()
  const [row] = await tx.select().from(siteSections).where(eq(siteSections.section, section.id)).for('update')
  if (!row) throw new Error(`the row of the section ${section.id} is missing`)
  return row
}

/** True if the row already has the values of a change, as after a double click */
function isSame(row: Row, change: { published?: unknown; draft: unknown }): boolean {
  const same = (a: unknown, b: unknown) => JSON.stringify(sortKeys(a)) === JSON.stringify(sortKeys(b))
  return (
    same(row.draft, change.draft) && (change.published === undefined || same(row.published, change.published))
  )
}

/** Postgres orders the keys of jsonb by its own rule. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(sorted.map(([key, inner]) => [key, sortKeys(inner)]))
}

async function keepRevision(
  tx: Queryable,
  section: SiteSection,
  revision: Omit<typeof siteSectionRevisions.$inferInsert, 'section'>,
): Promise<void> {
  await tx.insert(siteSectionRevisions).values({ ...revision, section: section.id })
  const ofSection = eq(siteSectionRevisions.section, section.id)
  const newest = tx
    .select({ id: siteSectionRevisions.id })
    .from(siteSectionRevisions)
    .where(ofSection)
    .orderBy(desc(siteSectionRevisions.id))
    .limit(maxRevisions)
  await tx.delete(siteSectionRevisions).where(and(ofSection, notInArray(siteSectionRevisions.id, newest)))
}

const revisionColumns = {
  id: siteSectionRevisions.id,
  version: siteSectionRevisions.version,
  savedAt: siteSectionRevisions.savedAt,
  savedBy: displayNameOf(siteSectionRevisions.savedBy),
  cause: siteSectionRevisions.cause,
}

/** The kept versions of a section, newest first */
export async function listSectionRevisions(db: Queryable, section: SiteSection): Promise<SectionRevision[]> {
  const rows = await db
    .select(revisionColumns)
    .from(siteSectionRevisions)
    .where(eq(siteSectionRevisions.section, section.id))
    .orderBy(desc(siteSectionRevisions.id))
  return rows.map(withIsoTimes)
}

export async function findSectionRevision(db: Queryable, section: SiteSection, id: number) {
  const [row] = await db
    .select({ ...revisionColumns, value: siteSectionRevisions.value })
    .from(siteSectionRevisions)
    .where(and(eq(siteSectionRevisions.section, section.id), eq(siteSectionRevisions.id, id)))
  return row && { ...withIsoTimes(row), value: toValue(section, row.value) }
}

const summaryColumns = {
  section: siteSections.section,
  version: siteSections.version,
  isOriginal: sql<boolean>`${siteSections.published} is null`,
  hasDraft: sql<boolean>`${siteSections.draft} is not null`,
  changedAt: siteSections.changedAt,
  changedBy: displayNameOf(siteSections.changedBy),
}

type SummaryRow = Pick<Row, 'version' | 'changedAt' | 'changedBy'> & {
  isOriginal: boolean
  hasDraft: boolean
}

const toSummary = (section: string, row?: SummaryRow): SectionSummary => ({
  section,
  version: row?.version ?? 0,
  isOriginal: row?.isOriginal ?? true,
  hasDraft: row?.hasDraft ?? false,
  ...(row && { changedAt: row.changedAt.toISOString(), changedBy: row.changedBy }),
})

function toState(section: SiteSection, row?: SummaryRow & Pick<Row, 'published' | 'draft'>): SectionState {
  return {
    ...toSummary(section.id, row),
    value: toValue(section, row?.draft ?? row?.published),
    published: toValue(section, row?.published),
    original: section.original,
  }
}

const toValue = (section: SiteSection, stored: unknown) =>
  stored === null || stored === undefined ? section.original : completeSection(section, stored)

/**
 * Keeps the pictures of a section's value from being deleted until the transaction ends. Returns the path of the first
 * field with a picture that is no longer in Media and that the section did not have `before`.
 */
async function findMissingPicture(
  tx: Queryable,
  value: unknown,
  before: unknown,
): Promise<string | undefined> {
  const inMedia = await lockPictures(tx, findPictureNames(JSON.stringify(value)))
  const kept = new Set(findPictureNames(JSON.stringify(before)))
  return findText(value, (text) => {
    const name = readMediaAddress(text)?.name
    return name !== undefined && !inMedia.has(name) && !kept.has(name)
  })?.join('.')
}

/** The path of the first matching text in a value */
function findText(value: unknown, matches: (text: string) => boolean): string[] | undefined {
  if (typeof value === 'string') return matches(value) ? [] : undefined
  for (const [name, inner] of Object.entries(value ?? {})) {
    const path = findText(inner, matches)
    if (path) return [name, ...path]
  }
  return undefined
}

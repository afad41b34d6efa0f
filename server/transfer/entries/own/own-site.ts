import { linkToPage } from '../../../../contracts/site-content/link-target.ts'
import { sectionPlaces } from '../../../../contracts/site-content/section-places.ts'
import type { Queryable } from '../../../db/connect.ts'
import { adoptOrganization } from '../../../settings/organization.ts'
import { adoptTopics } from '../../../settings/topics.ts'
import { cleanSection } from '../../../site-content/clean-value.ts'
import { readSection, saveSection } from '../../../site-content/section-store.ts'
import type { EntryHandler, EntryResult, ImportRun } from '../../import-run.ts'
import type { OwnSection, OwnSetting } from '../../own-format/own-parts.ts'
import { missingPage, namedPage } from '../../own-format/page-links.ts'
import { topicsFile } from '../../own-format/site-words.ts'
import { findItem, keepItem } from '../items.ts'
import { findTextHere, partKey, toNamesHere } from './item-keys.ts'
import { imported, kept, refused, unchanged } from './results.ts'

const sectionKey = ({ source }: ImportRun, { section }: OwnSection) => partKey(source, `section:${section}`)

/** Sections of the site get the words of an export only if no one has changed them here. */
export const sectionHandler: EntryHandler<OwnSection> = async (run, part) => (tx) =>
  storeSection(tx, run, part)

const nameOf = ({ section }: OwnSection) => sectionPlaces[section].title

const staysHere = (part: OwnSection): EntryResult =>
  kept(nameOf(part), 'It was changed here, so it stays. Its words in the export were left out.')

async function storeSection(tx: Queryable, run: ImportRun, part: OwnSection): Promise<EntryResult> {
  const { section } = part
  const key = sectionKey(run, part)
  if (await findItem(tx, key)) return unchanged()
  const now = await readSection(tx, section)
  if (now.version > 0) return staysHere(part)
  const problems: string[] = []
  let version = 0
  for (const [given, isPublished] of [
    [part.published, true],
    [part.draft, false],
  ] as const) {
    if (given === undefined) continue
    const clean = cleanSection(section, await placeHere(tx, run, given))
    const saved = clean.ok
      ? await saveSection(tx, run.editor, section, { version, value: clean.value, isPublished })
      : undefined
    if (saved?.outcome === 'saved') version = saved.state.version
    else problems.push(isPublished ? 'Its words do not fit here.' : 'Its draft does not fit here.')
  }
  if (version > 0)
    await keepItem(tx, { key, importId: run.importId, kind: 'section', version: String(version) })
  return {
    counts: version > 0 ? { others: 1 } : { problems: 1 },
    notes: problems.map((detail) => ({ about: nameOf(part), detail })),
  }
}

/** Points the links to pages and pictures in a value to those of this site. */
async function placeHere(tx: Queryable, { source }: ImportRun, value: unknown): Promise<unknown> {
  const text = await toNamesHere(tx, JSON.stringify(value))
  return mapTexts(JSON.parse(text), async (link) => {
    const slug = namedPage(link)
    if (slug === undefined) return link
    return linkToPage((await findTextHere(tx, source, 'page', slug)) ?? missingPage)
  })
}

async function mapTexts(value: unknown, change: (text: string) => Promise<string>): Promise<unknown> {
  if (typeof value === 'string') return change(value)
  if (typeof value !== 'object' || value === null) return value
  const entries: [string, unknown][] = []
  for (const [key, inner] of Object.entries(value)) entries.push([key, await mapTexts(inner, change)])
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}

const settingKey = ({ source }: ImportRun, { kind }: OwnSetting) => partKey(source, kind)
const settingNames = { organization: 'Settings > Organization', topics: 'Topics for authors' }

export const settingHandler: EntryHandler<OwnSetting> = async (run, part) => (tx) =>
  storeSetting(tx, run, part)

async function storeSetting(tx: Queryable, run: ImportRun, part: OwnSetting): Promise<EntryResult> {
  const key = settingKey(run, part)
  if (await findItem(tx, key)) return unchanged()
  const name = settingNames[part.kind]
  const topics = part.kind === 'topics' ? topicsFile.safeParse(part.value) : undefined
  if (topics && !topics.success) return refused(name, 'It can’t be read.')
  const isNew = topics ? await adoptTopics(tx, topics.data) : await adoptOrganization(tx, part.value)
  if (!isNew) return kept(name, 'It was set here, so it stays.')
  await keepItem(tx, { key, importId: run.importId, kind: 'setting', version: part.kind })
  return imported({ others: 1 })
}

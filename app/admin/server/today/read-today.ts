import type { Queryable } from '../../../../core/server/db/connect.ts'
import type { Feature } from '../../../../features/manifest/feature.ts'
import type { TodayFeature, TodayPart, TodayReader } from '../../../../features/manifest/today-section.ts'

/** What all features together add to Today */
export function mergeToday(features: Feature[]): Required<Omit<TodayFeature, 'read'>> {
  const parts = features.flatMap(({ today = [] }) => today)
  return {
    titles: Object.assign({}, ...parts.map(({ titles }) => titles)),
    line: Object.assign({}, ...parts.map(({ line }) => line)),
    fields: Object.assign({}, ...parts.map(({ fields }) => fields)),
  }
}

/** Reads what each feature says: the sections that have lines and that the role may see, in their order, and more. */
export async function readToday(db: Queryable, features: Feature[], reader: TodayReader): Promise<TodayPart> {
  const { titles, line } = mergeToday(features)
  const blank = Object.fromEntries(Object.keys(line).map((field) => [field, null]))
  const ids = Object.keys(titles)
  const parts = await Promise.all(features.map(({ today }) => today?.read(db, reader)))
  const sections = parts
    .flatMap((part) => part?.sections ?? [])
    .filter(({ lines }) => lines.length > 0)
    .sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map((section) => ({ ...section, lines: section.lines.map((one) => ({ ...blank, ...one })) }))
  return Object.assign({}, ...parts, { sections })
}

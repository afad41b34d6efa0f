import type { Queryable } from '../../../../core/server/db/connect.ts'
import type { Feature } from '../../../../features/manifest/feature.ts'
import type { TodayFeature, TodayPart, TodayReader } from '../../../../features/manifest/today-section.ts'

/** The section of what happened, which comes first */
export const newsSection = 'news'

/** What all features together add to Today */
export function mergeToday(features: Feature[]): Required<Omit<TodayFeature, 'read'>> {
  const parts = features.flatMap(({ today = [] }) => today)
  return {
    titles: Object.assign({ [newsSection]: 'New since you were here' }, ...parts.map(({ titles }) => titles)),
    line: Object.assign({}, ...parts.map(({ line }) => line)),
    fields: Object.assign({}, ...parts.map(({ fields }) => fields)),
  }
}

/** Reads what each feature says: the sections that have lines and that the role may see, in their order, and more. */
export async function readToday(
  db: Queryable,
  features: Feature[],
  reader: TodayReader,
): Promise<Required<Pick<TodayPart, 'sections'>>> {
  const { titles, line } = mergeToday(features)
  const blank = Object.fromEntries(Object.keys(line).map((field) => [field, null]))
  const ids = Object.keys(titles)
  const parts = await Promise.all(features.map(({ today }) => today?.read(db, reader)))
  const news = parts.flatMap((part) => part?.news ?? []).sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
  const sections = [
    { id: newsSection, lines: news.map((one) => one.line), more: null, moreHref: '' },
    ...parts.flatMap((part) => part?.sections ?? []),
  ]
    .filter(({ lines }) => lines.length > 0)
    .sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map((section) => ({ ...section, lines: section.lines.map((one) => ({ ...blank, ...one })) }))
  const { news: _, ...fields } = Object.assign({}, ...parts, { sections })
  return fields
}

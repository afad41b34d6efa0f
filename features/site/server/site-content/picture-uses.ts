import { type SQL, sql } from 'drizzle-orm'
import type { MediaUses } from '../../../manifest/feature.ts'
import { siteSections as ownSections } from '../../contract/site-content/sections.ts'
import { siteSections } from '../../schema/site-content.ts'

/** True for a section of the site that shows a picture, publicly or in its draft */
const sectionShows = (name: SQL) =>
  sql`concat(${siteSections.published}::text, ${siteSections.draft}::text) like '%/media/' || ${name} || '-%'`

export const pictureUses: MediaUses = {
  list: sql`select name, true as counts, true as is_public from wanted join ${siteSections} on ${sectionShows(sql`name`)}`,
  async find(tx, name) {
    const [row] = await tx
      .select({ section: siteSections.section })
      .from(siteSections)
      .where(sectionShows(sql`${name}::text`))
      .limit(1)
    if (!row) return undefined
    const title = ownSections.find(({ id }) => id === row.section)?.title ?? row.section
    return { posts: [], detail: `This image is used in Site > ${title}. Remove it there first.` }
  },
}

import type { Site } from '../../../core/contract/site.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { isPageOn, type PageMember, type SitePage } from '../../../features/manifest/site-page.ts'

type Listed = PageMember & Required<Pick<PageMember, 'listed'>>

/** Reads the listed pages of all routes with parameters that features have. */
export async function readMembers(db: Queryable, pages: SitePage[], site: Site): Promise<Listed[]> {
  const lists = pages.map((page) => (isPageOn(page, site) ? page.members?.read(db) : undefined))
  const members = (await Promise.all(lists)).flatMap((list = []) => list)
  return members.filter((member): member is Listed => member.listed !== undefined)
}

export const memberTags = (pages: SitePage[]): string[] => pages.flatMap(({ members }) => members?.tags ?? [])

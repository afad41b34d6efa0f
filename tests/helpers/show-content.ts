import { paths } from '../../core/contract/paths.ts'
import type { SiteContent } from '../../core/contract/site.ts'
import { postPaths } from '../../features/posts/contract/post-paths.ts'
import { sitePaths } from '../../features/site/contract/site-paths.ts'
import { sectionIds } from '../../features/site/testing/site-sections.ts'
import type { TestServer } from './launch-server.ts'

/** Pages that show most of the words that editors can change */
export const wordyPages = [
  paths.home,
  sitePaths.apps,
  sitePaths.waitlist,
  sitePaths.contact,
  postPaths.blog,
  paths.privacyPolicy,
  '/no/such/page',
]

let count = 0

/** Publishes all sections at once, and waits until the server shows them. */
export async function showContent(
  server: Pick<TestServer, 'query' | 'send'>,
  content: SiteContent,
): Promise<void> {
  const mark = `site ${++count}`
  const marked = { ...content, footer: { ...content.footer, year: mark } }
  for (const section of sectionIds)
    await server.query(
      `insert into site_sections (section, version, published, changed_by) values ($1, 1, $2, 'Ed')
       on conflict (section) do update set version = site_sections.version + 1, published = excluded.published`,
      [section, JSON.stringify(marked[section])],
    )
  await server.query(`select pg_notify('page_cache', 'site')`)
  for (let tries = 0; tries < 200; tries++) {
    const html = await (await server.send(sitePaths.waitlist)).text()
    if (html.includes(mark)) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('the server does not show the content')
}

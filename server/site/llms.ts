import { footer, hero } from '../../content/home.ts'
import { paths } from '../../contracts/paths.ts'
import type { PostSummary } from '../../contracts/posts.ts'
import type { Site } from '../../contracts/site.ts'
import { postsTag } from '../posts/post-rows.ts'
import { listNewestPosts } from '../posts/reading/public-posts.ts'
import type { SitePage } from './pages.ts'

/** Max bytes of the file, so that a language model can read it at once without losing track */
const maxBytes = 50 * 1024
const maxPosts = 500

/** llms.txt (https://llmstxt.org): the listed pages, and as many of the newest posts as fit. */
export const llmsPage = (pages: SitePage[]): SitePage => ({
  kind: 'file',
  path: paths.llms,
  load: async ({ db, site }) => ({
    kind: 'file',
    body: writeLlms(await listNewestPosts(db, maxPosts), pages, site),
    contentType: 'text/plain; charset=utf-8',
    tags: [postsTag],
  }),
})

function writeLlms(posts: PostSummary[], pages: SitePage[], site: Site): string {
  const link = (title: string, path: string, about: string) =>
    `- [${oneLine(title).replaceAll(/[[\]]/g, '')}](${new URL(path, site.publicUrl).href}): ${oneLine(about)}\n`
  let text = `# ${oneLine(site.name)}

> ${footer.tagline}. ${hero.lead}

## Pages

${pages.map(({ path, listed }) => (listed ? link(listed.title, path, listed.about) : '')).join('')}
## Posts

`
  for (const post of posts) {
    const line = link(post.title, paths.postMarkdown(post.slug), post.excerpt)
    if (Buffer.byteLength(text) + Buffer.byteLength(line) > maxBytes) break
    text += line
  }
  return text
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

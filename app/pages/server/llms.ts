import { paths } from '../../../core/contract/paths.ts'
import type { Site } from '../../../core/contract/site.ts'
import { isPageOn, type PageMember, type SitePage } from '../../../features/manifest/site-page.ts'
import { postPaths } from '../../../features/posts/contract/post-paths.ts'
import type { PostSummary } from '../../../features/posts/contract/posts.ts'
import { ownPagesTag, postsTag } from '../../../features/posts/server/post-rows.ts'
import { describePublicPages, type PageLink } from '../../../features/posts/server/reading/public-pages.ts'
import { listNewestPosts } from '../../../features/posts/server/reading/public-posts.ts'
import { escapeTags } from '../../../features/posts/server/rendering/html-to-markdown.ts'
import { memberTags, readMembers } from './members.ts'

/** Max bytes of the file, so that a language model can read it at once without losing track */
const maxBytes = 50 * 1024
const maxPosts = 500

/** llms.txt (https://llmstxt.org): the listed pages, and as many of the others and of the newest posts as fit. */
export const llmsPage = (pages: SitePage[]): SitePage => ({
  kind: 'file',
  path: paths.llms,
  load: async ({ db, site }) => {
    const [ownPages, members, posts] = await Promise.all([
      describePublicPages(db),
      readMembers(db, pages, site),
      listNewestPosts(db, maxPosts),
    ])
    return {
      kind: 'file',
      body: writeLlms({ pages, ownPages, members, posts }, site),
      contentType: 'text/plain; charset=utf-8',
      tags: [postsTag, ownPagesTag, ...memberTags(pages)],
    }
  },
})

type Listed = {
  pages: SitePage[]
  ownPages: PageLink[]
  members: Pick<PageMember, 'listed'>[]
  posts: PostSummary[]
}

function writeLlms({ pages, ownPages, members, posts }: Listed, site: Site): string {
  const link = (title: string, path: string, about: string) =>
    `- [${oneLine(title).replaceAll(/[[\]]/g, '')}](${new URL(path, site.publicUrl).href}): ${oneLine(about)}\n`
  const { footer, hero } = site.content
  const { tagline } = footer
  const listed = pages.map((page) => {
    const entry = isPageOn(page, site) && page.listed?.(site.content)
    return entry ? link(entry.title, page.path, entry.about) : ''
  })
  let text = `# ${oneLine(site.name)}

> ${oneLine(`${tagline && `${tagline}. `}${hero.lead}`)}

## Pages

${listed.join('')}`
  const isFull = (line: string) => Buffer.byteLength(text) + Buffer.byteLength(line) > maxBytes
  const others = ownPages.map(({ title, slug, excerpt }) => ({
    title,
    path: postPaths.ownPageMarkdown(slug),
    about: excerpt,
  }))
  for (const { title, path, about } of [...others, ...members.flatMap(({ listed = [] }) => listed)]) {
    const line = link(title, path, about)
    if (isFull(line)) break
    text += line
  }
  text += '\n## Posts\n\n'
  for (const { title, slug, excerpt } of posts) {
    const line = link(title, postPaths.postMarkdown(slug), excerpt)
    if (isFull(line)) break
    text += line
  }
  return text
}

const oneLine = (text: string) => escapeTags(text.replaceAll(/\s+/g, ' ').trim())

import type TurndownService from 'turndown'
import { postPage as words } from '../../../content/blog.ts'
import { disclosureLine } from '../../../content/disclosure.ts'
import { paths } from '../../../contracts/paths.ts'
import type { Post } from '../../../contracts/posts.ts'
import type { Site } from '../../../contracts/site.ts'
import { absoluteLinks } from './absolute-links.ts'
import { createConverter } from './html-to-markdown.ts'

let converter: Promise<TurndownService> | undefined

/** Converts a post to Markdown, for programs. The headers tell search engines to index the page instead. */
export async function postMarkdown(post: Post, site: Site) {
  converter ??= createConverter()
  const turndown = await converter
  const url = new URL(paths.post(post.slug), site.publicUrl).href
  const source = [post.sourceName, post.sourceUrl].filter(Boolean).join(', ')
  const text = [
    `# ${turndown.escape(post.title.replaceAll(/\s+/g, ' '))}`,
    `${words.by} ${turndown.escape(post.author)}, ${post.publishedAt.slice(0, 10)}`,
    turndown.turndown(absoluteLinks(post.content, site.publicUrl)),
    '---',
    disclosureLine(post),
    `AI disclosure: ${post.disclosure}`,
    source && `${words.source} ${turndown.escape(source)}`,
    url,
  ]
  return {
    body: `${text.filter(Boolean).join('\n\n')}\n`,
    contentType: 'text/markdown; charset=utf-8',
    headers: {
      'x-robots-tag': 'noindex',
      link: `<${url}>; rel="canonical"`,
      vary: 'Accept-Encoding, Accept',
    },
  }
}

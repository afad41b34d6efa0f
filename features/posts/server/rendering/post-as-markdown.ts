import type TurndownService from 'turndown'
import type { Site } from '../../../../core/contract/site.ts'
import { linkParts } from '../../../../core/contract/text-parts.ts'
import { addressOf } from '../../contract/post-kinds.ts'
import type { Post } from '../../contract/posts.ts'
import { disclosureLine, disclosureOfPage } from '../../words/disclosure.ts'
import { absoluteLinks } from './absolute-links.ts'
import { toPortableHtml } from './blocks/portable-blocks.ts'
import { createConverter } from './html-to-markdown.ts'

let converter: Promise<TurndownService> | undefined

/** Converts a post or a page of the office's own to Markdown, for programs. The headers tell search engines to index the page instead. */
export async function postMarkdown(post: Post, site: Site) {
  converter ??= createConverter()
  const turndown = await converter
  const words = site.content.blog.labels
  const url = new URL(addressOf(post), site.publicUrl).href
  const source = [post.sourceName, post.sourceUrl].filter(Boolean).join(', ')
  const facts =
    post.kind === 'page'
      ? `${words.updated} ${post.updatedAt.slice(0, 10)}`
      : `${words.by} ${turndown.escape(post.author)}, ${post.publishedAt.slice(0, 10)}`
  const text = [
    `# ${turndown.escape(post.title.replaceAll(/\s+/g, ' '))}`,
    facts,
    turndown.turndown(absoluteLinks(toPortableHtml(linkParts(post.content, url)), site.publicUrl)),
    '---',
    post.kind === 'page' ? disclosureOfPage(disclosureLine(post)) : disclosureLine(post),
    post.disclosure !== 'unknown' && `AI disclosure: ${post.disclosure}`,
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

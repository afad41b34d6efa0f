import type { Site } from '../../../../core/contract/site.ts'
import { addressOf } from '../../contract/post-kinds.ts'
import type { Post } from '../../contract/posts.ts'
import { disclosureLine, disclosureOfPage } from '../../words/disclosure.ts'
import { writeMarkdown } from './markdown-file.ts'

/** Converts a post or a page of the office's own to Markdown, for programs. */
export async function postMarkdown(post: Post, { content, publicUrl }: Site) {
  const words = content.blog.labels
  const isPage = post.kind === 'page'
  const url = new URL(addressOf(post), publicUrl).href
  const source = [post.sourceName, post.sourceUrl].filter(Boolean).join(', ')
  const title = post.title.replaceAll(/\s+/g, ' ')
  const file = await writeMarkdown({ title, url, content: post.content, publicUrl }, (plain) => ({
    before: [
      isPage
        ? `${words.updated} ${post.updatedAt.slice(0, 10)}`
        : `${words.by} ${plain(post.author)}, ${post.publishedAt.slice(0, 10)}`,
    ],
    after: [
      '---',
      isPage ? disclosureOfPage(disclosureLine(post)) : disclosureLine(post),
      post.disclosure !== 'unknown' && `AI disclosure: ${post.disclosure}`,
      source && `${words.source} ${plain(source)}`,
    ],
  }))
  return { ...file, headers: { ...file.headers, vary: 'Accept-Encoding, Accept' } }
}

import type { Site } from '../../../core/contract/site.ts'
import type { Page } from '../../../core/web/page.ts'
import type { PostKind } from '../../../features/posts/contract/post-kinds.ts'
import { WaysOn } from './next-links.tsx'

/** The page at the URL of a post, or of a page of the office's own, that was removed */
export const gone: Page<{ of: PostKind }> = {
  head: ({ of, site }) => ({ title: wordsOf(site, of).title, description: wordsOf(site, of).lead }),
  Body: ({ site, of }) => <WaysOn site={site} {...wordsOf(site, of)} />,
}

function wordsOf({ content }: Site, of: PostKind) {
  const { gone } = content.blog
  return { title: gone[of], lead: gone.lead }
}

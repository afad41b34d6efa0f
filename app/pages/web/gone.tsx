import type { Page } from '../../../core/web/page.ts'
import type { PostKind } from '../../../features/posts/contract/post-kinds.ts'
import { postPage } from '../../../features/posts/words/blog.ts'
import { ownPageWords } from '../../../features/posts/words/own-pages.ts'
import { WaysOn } from './next-links.tsx'

const words = { post: postPage.gone, page: ownPageWords.gone }

/** The page at the URL of a post, or of a page of the office's own, that was removed */
export const gone: Page<{ of: PostKind }> = {
  head: ({ of }) => ({ title: words[of].title, description: words[of].lead }),
  Body: ({ site, of }) => <WaysOn site={site} {...words[of]} />,
}

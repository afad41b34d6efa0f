import { postPage } from '../../content/blog.ts'
import { ownPageWords } from '../../content/own-pages.ts'
import type { PostKind } from '../../contracts/post-kinds.ts'
import type { Page } from '../page.ts'
import { WaysOn } from '../site/next-links.tsx'

const words = { post: postPage.gone, page: ownPageWords.gone }

/** The page at the URL of a post, or of a page of the office's own, that was removed */
export const gone: Page<{ of: PostKind }> = {
  head: ({ of }) => ({ title: words[of].title, description: words[of].lead }),
  Body: ({ site, of }) => <WaysOn site={site} {...words[of]} />,
}

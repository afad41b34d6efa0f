import { paths } from '../../../core/contract/paths.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { findByline } from '../../../features/guests/server/authors.ts'
import type { PageResult, SitePage } from '../../../features/manifest/site-page.ts'
import { addressesOf, type PostKind } from '../../../features/posts/contract/post-kinds.ts'
import type { Post } from '../../../features/posts/contract/posts.ts'
import { isPageAddress } from '../../../features/posts/server/page-addresses.ts'
import { listTagOf, ownPagesTag, postsTag, postTag } from '../../../features/posts/server/post-rows.ts'
import {
  findPublicAddress,
  findSurroundings,
  type PublicAddress,
} from '../../../features/posts/server/reading/public-posts.ts'
import { postMarkdown } from '../../../features/posts/server/rendering/post-as-markdown.ts'
import { drawPost } from './social-preview.ts'

/** The view of a public post, with the tags of what else it shows */
type Shown = Pick<Extract<PageResult, { kind: 'view' }>, 'view' | 'tags'>
async function showPost(db: Queryable, post: Post): Promise<Shown> {
  const surroundings = await findSurroundings(db, post)
  const byline = await findByline(db, post.id)
  // Any post can change the links to the neighboring posts, so the page also has `postsTag`.
  return { view: { page: 'post', props: { post, byline, ...surroundings } }, tags: [postsTag] }
}

async function showOwnPage(_: Queryable, page: Post): Promise<Shown> {
  return { view: { page: 'ownPage', props: { page } }, tags: [ownPagesTag] }
}

/** The pages of posts, and the office's own pages: as HTML, as Markdown, and their pictures for social networks */
export const postPages: SitePage[] = [
  textPage('post', showPost),
  picturePage('post'),
  { ...textPage('page', showOwnPage), isAddress: isOwnAddress },
  { ...picturePage('page'), isAddress: isOwnAddress },
]

/** Own pages are at the root, so most unknown URLs could be theirs. Those that cannot be cost no query. */
function isOwnAddress({ slug = '' }: Record<string, string>): boolean {
  return isPageAddress(slug.replace(/\.md$/, '').toLowerCase())
}

function textPage(of: PostKind, show: (db: Queryable, post: Post) => Promise<Shown>): SitePage {
  const listTag = listTagOf[of]
  return {
    kind: 'post',
    of,
    path: addressesOf[of].html(':slug'),
    load: async ({ db, site, params: { slug: requested = '' } }) => {
      const slug = requested.replace(/\.md$/, '')
      const inMarkdown = slug !== requested
      const address = addressesOf[of][inMarkdown ? 'markdown' : 'html']
      const found = await findAddress(db, of, slug)
      switch (found.state) {
        case 'unknown':
          return { kind: 'not found' }
        case 'respelled':
          return { kind: 'redirect', to: address(found.slug), tags: [], isKept: false }
        case 'moved':
          return { kind: 'redirect', to: address(found.slug), tags: [listTag] }
        case 'gone':
          return { kind: 'view', view: { page: 'gone', props: { of } }, tags: [listTag], status: 410 }
        case 'public': {
          const tag = postTag(found.post.id)
          if (inMarkdown) return { kind: 'file', ...(await postMarkdown(found.post, site)), tags: [tag] }
          const { view, tags } = await show(db, found.post)
          return { kind: 'view', view, tags: [tag, ...tags], headers: { vary: 'Accept-Encoding, Accept' } }
        }
      }
    },
  }
}

function picturePage(of: PostKind): SitePage {
  const { picture } = addressesOf[of]
  return {
    kind: 'file',
    path: picture(':slug'),
    load: async ({ db, site, readStyle, params: { slug = '' } }) => {
      const found = await findPublicAddress(db, of, slug)
      if (found.state === 'moved') return { kind: 'redirect', to: picture(found.slug), tags: [listTagOf[of]] }
      if (found.state !== 'public') return { kind: 'not found' }
      const tags = [postTag(found.post.id)]
      const body = await drawPost({ ...found.post, kind: of }, site, readStyle)
      if (!body) return { kind: 'redirect', to: paths.socialPicture, tags }
      // Other sites, such as social networks, may show this picture.
      const headers = {
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'public, max-age=86400',
      }
      return { kind: 'file', body, contentType: 'image/png', tags, headers }
    },
  }
}

type FoundAddress = PublicAddress | { state: 'respelled'; slug: string }

/** Finds what is at an address. `respelled`: only at the same address in small letters. */
async function findAddress(db: Queryable, of: PostKind, requested: string): Promise<FoundAddress> {
  const slug = requested.toLowerCase()
  if (slug === requested) return findPublicAddress(db, of, requested)
  if (!/^[a-z0-9-]+$/.test(slug)) return { state: 'unknown' }
  const found = await findPublicAddress(db, of, slug)
  if (found.state === 'moved') return { state: 'respelled', slug: found.slug }
  return found.state === 'public' ? { state: 'respelled', slug } : { state: 'unknown' }
}

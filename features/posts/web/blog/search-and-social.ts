import { socialCard } from '../../../../core/contract/look/site-look.ts'
import type { Site } from '../../../../core/contract/site.ts'
import type { Head } from '../../../../core/web/page.ts'
import { addressesOf } from '../../contract/post-kinds.ts'
import type { Post } from '../../contract/posts.ts'

/** The title that search engines and social networks show */
export const searchTitleOf = ({ seoTitle, title }: Pick<Post, 'seoTitle' | 'title'>): string =>
  seoTitle?.trim() || title

/** The description that search engines and social networks show */
export const searchDescriptionOf = ({
  seoDescription,
  excerpt,
}: Pick<Post, 'seoDescription' | 'excerpt'>): string => seoDescription?.trim() || excerpt

/** What the head of a page with the post says about it, with AI's part in it unless no one has stated it */
export const postHead = (post: Post) => ({
  title: searchTitleOf(post),
  description: searchDescriptionOf(post),
  ...(post.disclosure !== 'unknown' && { meta: { name: 'ai-disclosure', content: post.disclosure } }),
})

/** https://schema.org/BreadcrumbList */
export const breadcrumbs = (...steps: [name: string, item: string][]) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(([name, item], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item,
  })),
})

export const socialPictureOf = (post: Post, site: Site) =>
  pictureFor(
    post,
    addressesOf[post.kind].picture(post.slug),
    Math.floor(Date.parse(post.updatedAt) / 1000),
    site,
  )

/**
 * The chosen picture for social networks, or else one that is drawn from the title. `version` makes them fetch that one again
 * after a change.
 */
export function pictureFor(
  { title, socialPicture }: Pick<Post, 'title' | 'socialPicture'>,
  drawnPath: string,
  version: number,
  site: Site,
): NonNullable<Head['picture']> {
  const alt = `${title} - ${site.name}`
  if (!socialPicture) return { ...socialCard, path: `${drawnPath}?v=${version}`, alt, isDrawn: true }
  const { src, ...facts } = socialPicture
  return { ...facts, path: src, alt: facts.alt || alt, isDrawn: false }
}

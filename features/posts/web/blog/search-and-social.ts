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

/** The chosen picture for social networks, or else one that is drawn from the title */
export function socialPictureOf(post: Post, site: Site): NonNullable<Head['picture']> {
  const { socialPicture, kind, slug, title, updatedAt } = post
  const alt = `${title} - ${site.name}`
  if (socialPicture) {
    const { src, ...facts } = socialPicture
    return { ...facts, path: src, alt: facts.alt || alt, isDrawn: false }
  }
  // The time makes social networks fetch the picture again after the post has changed.
  const seconds = Math.floor(Date.parse(updatedAt) / 1000)
  return { ...socialCard, path: `${addressesOf[kind].picture(slug)}?v=${seconds}`, alt, isDrawn: true }
}

import { paths } from '../../../core/contract/paths.ts'

/** A post of the blog, or a page of the office's own. Both are written, published, and kept in the same way. */
export const postKinds = ['post', 'page'] as const
export type PostKind = (typeof postKinds)[number]

export const addressesOf = {
  post: { html: paths.post, markdown: paths.postMarkdown, picture: paths.postPicture },
  page: { html: paths.ownPage, markdown: paths.ownPageMarkdown, picture: paths.ownPagePicture },
} satisfies Record<PostKind, Record<'html' | 'markdown' | 'picture', (slug: string) => string>>

/** The path at which readers find a post or a page */
export const addressOf = ({ kind, slug }: { kind: PostKind; slug: string }): string =>
  addressesOf[kind].html(slug)

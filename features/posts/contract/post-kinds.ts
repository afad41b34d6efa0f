import { postPaths } from './post-paths.ts'

/** A post of the blog, or a page of the office's own. Both are written, published, and kept in the same way. */
export const postKinds = ['post', 'page'] as const
export type PostKind = (typeof postKinds)[number]

export const addressesOf = {
  post: { html: postPaths.post, markdown: postPaths.postMarkdown, picture: postPaths.postPicture },
  page: { html: postPaths.ownPage, markdown: postPaths.ownPageMarkdown, picture: postPaths.ownPagePicture },
} satisfies Record<PostKind, Record<'html' | 'markdown' | 'picture', (slug: string) => string>>

/** The path at which readers find a post or a page */
export const addressOf = ({ kind, slug }: { kind: PostKind; slug: string }): string =>
  addressesOf[kind].html(slug)

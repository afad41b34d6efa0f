import type { PostKind } from '../../contract/post-kinds.ts'
import { postPaths } from '../../contract/post-paths.ts'
import { type Post, postMessages } from '../../contract/posts.ts'

const postWords = {
  noun: 'post',
  create: 'Create Post',
  edit: 'Edit Post',
  saved: postMessages.saved,
  saveFailed: postMessages.saveFailed,
  slugLabel: 'Post URL',
  excerptLabel: 'Excerpt',
  excerptHint: 'Leave blank to use the start of your post.',
  pictureHint: 'Optional. Shown above the post and in the blog list.',
  /** Name of the list from which it can be opened again */
  list: 'Manage Posts',
}

/** The form’s words for a post, and for one of the office’s own pages */
export const kindWords: Record<PostKind, Record<keyof typeof postWords, string>> = {
  post: postWords,
  page: {
    noun: 'page',
    create: 'New page',
    edit: 'Edit page',
    saved: 'Page saved',
    saveFailed: 'We couldn’t save the page.',
    slugLabel: 'Address',
    excerptLabel: 'Description',
    excerptHint: 'Search engines show it below the title. Leave blank to use the start of your page.',
    pictureHint: 'Optional. Shown above the text.',
    list: 'Pages',
  },
}

export const formPathOf = ({ kind, id }: Pick<Post, 'kind' | 'id'>): string =>
  kind === 'page' ? postPaths.adminOwnPage(id) : postPaths.adminPost(id)

import { paths } from '../../../contracts/paths.ts'
import type { PostKind } from '../../../contracts/post-kinds.ts'
import { type Post, postMessages } from '../../../contracts/posts.ts'

type KindWords = {
  noun: string
  create: string
  edit: string
  save: string
  update: string
  saved: string
  saveFailed: string
  slugLabel: string
  excerptLabel: string
  excerptHint: string
  pictureHint: string
  /** Name of the list from which it can be opened again */
  list: string
}

/** What the form calls a post, and a page of the office's own */
export const kindWords: Record<PostKind, KindWords> = {
  post: {
    noun: 'post',
    create: 'Create Post',
    edit: 'Edit Post',
    save: 'Save Post',
    update: 'Update Post',
    saved: postMessages.saved,
    saveFailed: postMessages.saveFailed,
    slugLabel: 'Post URL',
    excerptLabel: 'Excerpt',
    excerptHint: 'Leave blank to use the start of your post.',
    pictureHint: 'Optional. Shown above the post and in the blog list.',
    list: 'Manage Posts',
  },
  page: {
    noun: 'page',
    create: 'New page',
    edit: 'Edit page',
    save: 'Save page',
    update: 'Update page',
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
  kind === 'page' ? paths.adminOwnPage(id) : paths.adminPost(id)

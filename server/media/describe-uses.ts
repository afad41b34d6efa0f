import { RequestProblem } from '../errors.ts'

const namedPosts = 3

/** Says which posts use an image or a file, so that it can’t be deleted. */
export function describeUses(what: 'image' | 'file', posts: { title: string }[]): string {
  const names = posts.slice(0, namedPosts).map(({ title }) => `“${title}”`)
  const more = posts.length - names.length
  const list = new Intl.ListFormat('en').format([...names, ...(more > 0 ? [`${more} more`] : [])])
  return `This ${what} is used in ${list}. Remove it there first.`
}

/** What shows an image or links to a file, which keeps it from being deleted */
export type Use = { posts: { id: number; title: string }[]; detail: string }

export const refuseUsed = ({ posts, detail }: Use) =>
  new RequestProblem('conflict', { detail, extensions: { posts } })

import { isCutExcerpt } from '../../../../core/contract/excerpt.ts'
import type { DescribedField } from '../../../../core/web/editing/record/compared-fields.tsx'
import type { PostKind } from '../../contract/post-kinds.ts'
import { authorTypeLabels, type PostField, postFieldNames, postFields } from '../../contract/posts.ts'
import { textOfHtml } from '../editor/html-text.ts'
import { kindWords } from './kind-words.ts'
import type { PostValues } from './post-values.ts'

type Fields = Pick<PostValues, PostField>
/** A version of a post: either the form's values, or a response of the API, which leaves out empty fields */
type Version = Partial<Fields> & Pick<Fields, 'content' | 'excerpt'>

/** The fields of a version that the versions of a post are compared by */
export function describePost(kind: PostKind, version: Version): DescribedField[] {
  // An excerpt that was cut from the content repeats it.
  const isCut = isCutExcerpt(version.excerpt, version.content)
  return postFieldNames.map((name) => ({
    key: `/${name}`,
    label: labelOf(name, kind),
    text: name === 'excerpt' && isCut ? '' : textOfField(version, name),
    ...(name === 'content' && { html: version.content }),
  }))
}

/** What the form has beside the fields of a version */
export const describeForm = (kind: PostKind, values: PostValues): DescribedField[] => [
  ...describePost(kind, values),
  { key: '/isPublished', label: 'Status', text: values.isPublished ? 'Published' : 'Draft' },
  { key: '/publishAt', label: 'Publication time', text: values.publishAt.replace('T', ' ') },
  { key: '/slug', label: kindWords[kind].slugLabel, text: values.slug },
]

export function labelOf(name: PostField, kind: PostKind): string {
  return name === 'excerpt' ? kindWords[kind].excerptLabel : postFields[name].label
}

export function textOfField(values: Partial<Fields>, name: PostField): string {
  const value = values[name]
  if (value === undefined) return ''
  if (name === 'content') return textOfHtml(values.content ?? '')
  if (name === 'authorType') return values.authorType ? authorTypeLabels[values.authorType] : ''
  return Array.isArray(value) ? value.join(', ') : value
}

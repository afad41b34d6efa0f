import { isCutExcerpt } from '../../../contracts/excerpt.ts'
import type { PostKind } from '../../../contracts/post-kinds.ts'
import { authorTypeLabels, type PostField, postFieldNames, postFields } from '../../../contracts/posts.ts'
import { ComparedField } from '../../editing/compared-field.tsx'
import { textOfHtml } from '../../editing/html-text.ts'
import { kindWords } from './kind-words.ts'
import type { PostValues } from './post-values.ts'

type Fields = Pick<PostValues, PostField>
/** A version of a post: either the form's values, or a response of the API, which leaves out empty fields */
type Version = Partial<Fields> & Pick<Fields, 'content' | 'excerpt'>

type ComparedPostProps = {
  kind: PostKind
  names: readonly [string, string]
  before: Version
  after: Version
}

/** Shows every field in which two versions of a post differ. */
export function ComparedPost({ kind, names, before, after }: ComparedPostProps) {
  const isMade = ({ excerpt, content }: Version) => isCutExcerpt(excerpt, content)
  // If both excerpts were cut from the content, their difference only repeats the difference in the content.
  const skipped = isMade(before) && isMade(after) ? 'excerpt' : undefined
  const different = postFieldNames.filter(
    (name) => name !== skipped && String(before[name] ?? '') !== String(after[name] ?? ''),
  )
  if (different.length === 0) return <p>The two versions are identical.</p>
  return different.map((name) => (
    <ComparedField
      key={name}
      label={labelOf(name, kind)}
      names={names}
      before={textOfField(before, name)}
      after={textOfField(after, name)}
    />
  ))
}

/** What the form calls a field */
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

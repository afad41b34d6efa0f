import { isCutExcerpt } from '../../../contracts/excerpt.ts'
import { authorTypeLabels } from '../../../contracts/posts.ts'
import { ComparedField } from '../../editing/compared-field.tsx'
import { textOfHtml } from '../../editing/html-text.ts'
import type { PostValues } from './post-values.ts'

export type ComparedValues = Pick<
  PostValues,
  'title' | 'content' | 'excerpt' | 'tags' | 'author' | 'authorType'
> &
  Partial<Pick<PostValues, 'imageUrl' | 'imageCaption'>>

const fields = [
  ['title', 'Title'],
  ['content', 'Content'],
  ['excerpt', 'Excerpt'],
  ['tags', 'Tags'],
  ['author', 'Author'],
  ['authorType', 'Content type'],
  ['imageUrl', 'Image'],
  ['imageCaption', 'Caption'],
] as const satisfies readonly (readonly [keyof ComparedValues, string])[]

type ComparedPostProps = {
  names: readonly [string, string]
  before: ComparedValues
  after: ComparedValues
}

/** Every part in which two versions of a post differ. */
export function ComparedPost({ names, before, after }: ComparedPostProps) {
  const isMade = ({ excerpt, content }: ComparedValues) => isCutExcerpt(excerpt, content)
  // Excerpts that nobody wrote only say again how the contents differ.
  const skipped = isMade(before) && isMade(after) ? 'excerpt' : undefined
  const different = fields.filter(
    ([name]) => name !== skipped && String(before[name] ?? '') !== String(after[name] ?? ''),
  )
  if (different.length === 0) return <p>The two versions are identical.</p>
  return different.map(([name, label]) => (
    <ComparedField
      key={name}
      label={label}
      names={names}
      before={textOfField(before, name)}
      after={textOfField(after, name)}
    />
  ))
}

export function textOfField(values: Partial<ComparedValues>, name: keyof ComparedValues): string {
  const value = values[name]
  if (value === undefined) return ''
  if (name === 'content') return textOfHtml(values.content ?? '')
  if (name === 'authorType') return values.authorType ? authorTypeLabels[values.authorType] : ''
  return Array.isArray(value) ? value.join(', ') : value
}

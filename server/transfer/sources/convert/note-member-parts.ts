import { countWords } from '../texts/note-words.ts'
import type { Conversion } from './conversion.ts'

/** Parts for members must not become public with the post around them. */
export function noteMemberParts(count: number, conversion: Conversion): void {
  conversion.note(
    `Left out, because only members could read them: ${countWords(count, 'part')}. Copy them by hand if everyone may read them.`,
  )
}

import { cleanText } from '../../contract/site-content/schema.ts'

/** Says so while typing. A limit of the control would cut pasted text off without a word. */
export function tooLong(
  typed: string,
  { max, isLong }: { max: number; isLong?: boolean },
): string | undefined {
  const over = [...cleanText(typed, isLong)].length - max
  return over > 0 ? `${over.toLocaleString('en-US')} over the limit of ${max} characters.` : undefined
}

import * as z from 'zod/mini'
import { enhanceContentResponse } from '../../../contracts/assistant.ts'
import { showToast } from '../../ui/toast.ts'

const key = 'content-input'

export const enhanced = z.object({
  source: z.enum(['recording', 'document']),
  /** What it was made from. */
  text: z.string(),
  answer: enhanceContentResponse,
})
export type Enhanced = z.infer<typeof enhanced>

const keptInput = z.object({
  text: z.string(),
  transcript: z.string(),
  /** By which the ledger knows who wrote it down. */
  transcriptId: z.optional(z.string()),
  enhanced: z.optional(enhanced),
})
/** What has been typed, said and enhanced, and not been used yet. */
export type KeptInput = z.infer<typeof keptInput>

/** What this browser keeps, so that a closed tab takes nothing away. */
export function readInput(): KeptInput {
  try {
    return keptInput.parse(JSON.parse(localStorage.getItem(key) ?? ''))
  } catch {
    // Nothing, or of another version of this page.
    return { text: '', transcript: '' }
  }
}

/** After it went into a post and was taken back from there: nothing else may have come in its place. */
export function giveBack(input: KeptInput): void {
  if (!isEmpty(readInput())) return
  keepInput(input)
  showToast({ title: 'Undone', description: 'You’ll find it under AI Tools > Enhance Content.' })
}

const isEmpty = ({ text, transcript, enhanced }: KeptInput) => text === '' && transcript === '' && !enhanced

export function keepInput(input: KeptInput): void {
  try {
    if (isEmpty(input)) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(input))
  } catch {
    // No room: it lives as long as the page.
  }
}

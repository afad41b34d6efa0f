import * as z from 'zod/mini'
import { dropLocalCopy, readLocalCopy, writeLocalCopy } from '../../../../../core/web/editing/local-copy.ts'
import { showToast } from '../../../../../core/web/ui/toast.ts'
import { contentEnhance } from '../../../contract/assistant.ts'

const key = 'content-input'

const enhanced = z.object({
  source: z.enum(['recording', 'document']),
  /** The text that was enhanced */
  text: z.string(),
  answer: contentEnhance.response,
})
export type Enhanced = z.infer<typeof enhanced>

const keptInput = z.object({
  text: z.string(),
  transcript: z.string(),
  /** Id of the transcription in the ledger, the log of AI use */
  transcriptId: z.optional(z.string()),
  enhanced: z.optional(enhanced),
})
/** Typed, transcribed, and enhanced text that has not become a post yet */
export type KeptInput = z.infer<typeof keptInput>

/** Reads the input from this browser's storage, where it survives a closed tab. */
export function readInput(): KeptInput {
  return readLocalCopy(key, keptInput) ?? { text: '', transcript: '' }
}

/** Brings the input back after the user undid putting it into a post. Does nothing if there is new input. */
export function restoreInput(input: KeptInput): void {
  if (!isEmpty(readInput())) return
  keepInput(input)
  showToast({ title: 'Undone', description: 'You’ll find it under AI Tools > Enhance Content.' })
}

const isEmpty = ({ text, transcript, enhanced }: KeptInput) => text === '' && transcript === '' && !enhanced

/** Stores the input in this browser. If the storage is full, the input is lost when the page is closed. */
export function keepInput(input: KeptInput): void {
  if (isEmpty(input)) dropLocalCopy(key)
  else writeLocalCopy(key, input)
}

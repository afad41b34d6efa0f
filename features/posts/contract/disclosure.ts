import * as z from 'zod/mini'
import { endpoint, rowEndpoint } from '../../../core/contract/endpoint.ts'
import { rowNumber } from '../../../core/contract/paging.ts'

/**
 * AI's part in a post, as readers see it (docs/decisions/011-disclosure.md). `unknown`: no one has said who wrote the
 * post, so readers are told nothing.
 */
export const disclosures = ['human-only', 'ai-assisted', 'ai-autonomous', 'unknown'] as const
export type Disclosure = (typeof disclosures)[number]

/** True if AI had a part, so that readers may want to know whether a person has read the text */
export const isByAi = (disclosure: Disclosure) =>
  disclosure === 'ai-assisted' || disclosure === 'ai-autonomous'

/**
 * Kinds of requests that the ledger, the log of AI use, records. Requests to the built-in helper are not recorded,
 * because it is not an AI service.
 */
export const ledgerActions = [
  'suggest-titles',
  'generate-excerpt',
  'generate-post',
  'enhance-content',
  'transcribe',
  'generate-ai-content',
  'draft-letter',
] as const
export type LedgerAction = (typeof ledgerActions)[number]

/** `provider` in responses from the built-in helper, which uses plain rules and no AI service */
export const builtInProvider = 'built-in'

/** Fields of a post that AI may have written. */
export const aiFields = ['title', 'content', 'excerpt', 'tags'] as const
export type AiField = (typeof aiFields)[number]

export const appliedAmounts = ['none', 'part', 'all'] as const

/**
 * The amount of an AI response that was used, and the fields of the post that contain it. `id` is the `actionId` of the
 * response. A later report replaces an earlier one.
 */
export const appliedAction = z.strictObject({
  id: z.uuid(),
  applied: z.enum(appliedAmounts),
  fields: z.array(z.enum(aiFields)).check(z.maxLength(aiFields.length)),
})
export type AppliedAction = z.infer<typeof appliedAction>

export const appliedActions = z.array(appliedAction).check(z.maxLength(200))

export const ledgerEntry = z.object({
  id: z.string(),
  action: z.enum(ledgerActions),
  provider: z.string(),
  model: z.string(),
  /** Username; missing if the account was deleted. */
  user: z.optional(z.string()),
  createdAt: z.string(),
  sentHash: z.string(),
  receivedHash: z.string(),
  applied: z.enum(appliedAmounts),
  fields: z.array(z.string()),
})
export type LedgerEntry = z.infer<typeof ledgerEntry>

/**
 * The fields of a post that determine its AI disclosure. With `id`, the AI actions already recorded for that post
 * count as well.
 */
const disclosureRequest = z.strictObject({
  id: z.optional(rowNumber),
  authorType: z.enum(['human', 'ai']),
  /** An AI title that was retyped since does not count. */
  title: z.optional(z.string()),
  content: z.string(),
  aiActions: appliedActions,
})
export type DisclosureRequest = z.infer<typeof disclosureRequest>

const disclosed = { disclosure: z.enum(disclosures), aiFields: z.array(z.enum(aiFields)) }

const disclosureResponse = z.object({
  ...disclosed,
  /** True if AI's part changes, so that an earlier review does not cover the new text */
  changesAi: z.boolean(),
})
export type DisclosureResponse = z.infer<typeof disclosureResponse>

export const disclosurePreview = endpoint('POST', '/api/blog/disclosure', {
  summary: 'What readers would be told about AI in a post',
  description: 'What readers would see below the post if it were published now. Nothing is saved.',
  body: disclosureRequest,
  response: disclosureResponse,
})

export const ledgerRead = rowEndpoint('GET', '/api/blog/:id/ai-actions', {
  summary: 'What AI services were asked for a post, and who said that they have read it',
  response: z.object({
    ...disclosed,
    /** Oldest first */
    actions: z.array(ledgerEntry),
    /** Name of the editor who said that they have read the text */
    reviewedBy: z.optional(z.string()),
    reviewedAt: z.optional(z.string()),
  }),
})

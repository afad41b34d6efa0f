import * as z from 'zod/mini'
import { rowNumber } from './paging.ts'

/** The disclosure about AI in a post (docs/decisions/011-disclosure.md) */
export const disclosures = ['human-only', 'ai-assisted', 'ai-autonomous'] as const
export type Disclosure = (typeof disclosures)[number]

/** Kinds of requests to AI services in the ledger. The built-in helper is not an AI service. */
export const ledgerActions = [
  'suggest-titles',
  'generate-excerpt',
  'generate-post',
  'enhance-content',
  'transcribe',
  'generate-ai-content',
] as const
export type LedgerAction = (typeof ledgerActions)[number]

/** Fields of a post that AI may have written */
export const aiFields = ['title', 'content', 'excerpt', 'tags'] as const
export type AiField = (typeof aiFields)[number]

export const appliedAmounts = ['none', 'part', 'all'] as const

/** How much of the AI text with this `actionId` is in the post. A later value replaces an earlier one. */
export const appliedAction = z.strictObject({
  id: z.uuid(),
  applied: z.enum(appliedAmounts),
  fields: z.array(z.enum(aiFields)).check(z.maxLength(aiFields.length)),
})
export type AppliedAction = z.infer<typeof appliedAction>

/** AI actions in a request to save a post */
export const appliedActions = z.array(appliedAction).check(z.maxLength(200))

/** One row of the ledger */
export const ledgerEntry = z.object({
  id: z.string(),
  action: z.enum(ledgerActions),
  provider: z.string(),
  model: z.string(),
  /** Username; undefined if the account was deleted */
  user: z.optional(z.string()),
  createdAt: z.string(),
  sentHash: z.string(),
  receivedHash: z.string(),
  applied: z.enum(appliedAmounts),
  fields: z.array(z.string()),
})
export type LedgerEntry = z.infer<typeof ledgerEntry>

/** `POST /api/blog/disclosure`: the disclosure that a post would get if it were saved like this */
export const disclosureRequest = z.strictObject({
  id: z.optional(rowNumber),
  authorType: z.enum(['human', 'ai']),
  content: z.string(),
  aiActions: appliedActions,
})
export type DisclosureRequest = z.infer<typeof disclosureRequest>

export const disclosureResponse = z.object({
  disclosure: z.enum(disclosures),
  aiFields: z.array(z.enum(aiFields)),
})
export type DisclosureResponse = z.infer<typeof disclosureResponse>

/** `GET /api/blog/{id}/ai-actions`: the ledger of one post, and who published it with the disclosure in view */
export const ledgerResponse = z.extend(disclosureResponse, {
  /** Oldest first */
  actions: z.array(ledgerEntry),
  /** Username */
  reviewedBy: z.optional(z.string()),
  reviewedAt: z.optional(z.string()),
})

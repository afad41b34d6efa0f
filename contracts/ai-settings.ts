import * as z from 'zod/mini'

export const aiSettingsLimits = { houseStyle: 4000 } as const

/** `PUT /api/settings/ai`. */
export const aiSettings = z.strictObject({
  /** How the house writes: goes into every request to an AI service, as material and not as instructions. */
  houseStyle: z.string().check(z.trim(), z.maxLength(aiSettingsLimits.houseStyle)),
  /** For text made from a recording: the share of AI-added words, in percent, above which they start unchecked. */
  largestAddedShare: z.int().check(z.minimum(0), z.maximum(100)),
})
export type AiSettings = z.infer<typeof aiSettings>

export const defaultAiSettings: AiSettings = { houseStyle: '', largestAddedShare: 20 }

const monthOfUse = z.object({
  /** `2025-06`, UTC. */
  month: z.string(),
  tokensIn: z.number(),
  tokensOut: z.number(),
  /** In the money that prices are set in; left out where none are set. */
  cost: z.optional(z.number()),
})
export type MonthOfUse = z.infer<typeof monthOfUse>

/** `GET /api/settings/ai`: what is set, and what AI services have been used for. */
export const aiSettingsResponse = z.object({
  settings: aiSettings,
  /** Undefined: the built-in helper answers. */
  service: z.optional(z.object({ provider: z.string(), model: z.string() })),
  /** Undefined: recordings cannot be transcribed. */
  speech: z.optional(z.object({ model: z.string() })),
  /** This month's, in money where prices are set and in tokens otherwise. */
  budget: z.object({
    unit: z.enum(['tokens', 'money']),
    used: z.number(),
    /** Undefined: there is none. */
    limit: z.optional(z.number()),
  }),
  /** The last twelve, oldest first, this one included. */
  months: z.array(monthOfUse),
})
export type AiSettingsResponse = z.infer<typeof aiSettingsResponse>

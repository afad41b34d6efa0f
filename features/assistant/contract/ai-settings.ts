import * as z from 'zod/mini'
import { endpoint } from '../../../core/contract/endpoint.ts'
import { settingsForm, withVersion } from '../../../core/contract/settings-version.ts'

export const aiSettingsLimits = { houseStyle: 4000 } as const

const wholePercent = 'Enter a whole number from 0 to 100.'

export const aiSettings = z.strictObject({
  /** The house style. Every request to an AI service includes it as reference material, not as instructions. */
  houseStyle: z
    .string()
    .check(z.trim(), z.maxLength(aiSettingsLimits.houseStyle, 'Use up to 4,000 characters.')),
  /**
   * For text generated from a recording: if AI added more than this percentage of the words, the sentences that AI
   * added start unchecked.
   */
  largestAddedShare: z.int(wholePercent).check(z.minimum(0, wholePercent), z.maximum(100, wholePercent)),
})
export type AiSettings = z.infer<typeof aiSettings>

export const defaultAiSettings: AiSettings = { houseStyle: '', largestAddedShare: 20 }

const monthOfUse = z.object({
  /** `2025-06`, UTC. */
  month: z.string(),
  tokensIn: z.number(),
  tokensOut: z.number(),
  /** In the currency of the configured prices; undefined if no prices are configured */
  cost: z.optional(z.number()),
})
export type MonthOfUse = z.infer<typeof monthOfUse>

const aiServices = z.object({
  /** Undefined if no AI service is connected, so that the built-in helper answers with plain rules */
  service: z.optional(z.object({ provider: z.string(), model: z.string() })),
  /** Undefined if no speech service is connected, so that recordings cannot be transcribed */
  speech: z.optional(z.object({ model: z.string() })),
  largestAddedShare: aiSettings.shape.largestAddedShare,
})
export type AiServices = z.infer<typeof aiServices>

const aiSettingsResponse = withVersion({
  ...z.omit(aiServices, { largestAddedShare: true }).shape,
  settings: aiSettings,
  /** This month's budget, in money if prices are set and in tokens otherwise. */
  budget: z.object({
    unit: z.enum(['tokens', 'money']),
    used: z.number(),
    /** Undefined: no limit. */
    limit: z.optional(z.number()),
  }),
  /** The last twelve months, oldest first, including this one. */
  months: z.array(monthOfUse),
})
export type AiSettingsResponse = z.infer<typeof aiSettingsResponse>

export const aiServicesRead = endpoint('GET', '/api/ai/services', {
  summary: 'The connected AI services, for people who write',
  response: aiServices,
})

export const { read: aiSettingsRead, update: aiSettingsUpdate } = settingsForm('/api/settings/ai', {
  read: 'Read the AI settings and usage',
  update: 'Set the house style, and how much AI may add to a recording',
  values: aiSettings.shape,
  response: aiSettingsResponse,
})

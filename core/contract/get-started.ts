import * as z from 'zod/mini'
import type { Right } from './roles.ts'
import { linkKinds } from './site.ts'

/** Steps from a new site to the office's own, in the order in which they are listed */
export const stepRights = {
  organization: 'manageSite',
  booking: 'manageSite',
  words: 'editSite',
  look: 'editSite',
  mail: 'manageSite',
  ai: 'manageSite',
  colleague: 'manageTeam',
  post: 'publish',
  samples: 'publish',
} satisfies Record<string, Right>
export type StartStep = keyof typeof stepRights
export const startSteps = Object.keys(stepRights) as [StartStep, ...StartStep[]]

export const getStarted = z.object({
  steps: z.array(z.object({ step: z.enum(startSteps), isDone: z.boolean() })),
  /** The sections that still have the original words, of those that say something about the office */
  wordsLeft: z.array(z.object({ section: z.string(), title: z.string() })),
  /** Addresses that visitors can see and that are still placeholders, which lead nowhere */
  placeholders: z.array(z.enum(linkKinds)),
  /** True if an owner removed the list from the menu */
  isDismissed: z.boolean(),
})
export type GetStarted = z.infer<typeof getStarted>

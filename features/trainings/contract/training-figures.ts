import * as z from 'zod/mini'

/** Figures of trainings in the insights of a range of days */
export const trainingFigures = z.object({
  /** Offers that were sent in this range, and how many of them were accepted since */
  offers: z.object({ sent: z.number(), accepted: z.number() }),
  /** Days that were booked in this range, without canceled ones */
  booked: z.number(),
  /** Median of the days from joining the waitlist to the booked day; null if none was booked */
  medianDays: z.nullable(z.number()),
  /** Trainings of this range that were marked as held */
  held: z.number(),
  /** People who came to them, those who answered the questions, and their average from 1 to 5; null without an answer */
  came: z.number(),
  answers: z.number(),
  rating: z.nullable(z.number()),
  /** In hundredths, by currency: prices of the days that were booked in this range, and what was paid in it */
  revenue: z.array(z.object({ currency: z.string(), booked: z.number(), paid: z.number() })),
})
export type TrainingFigures = z.infer<typeof trainingFigures>

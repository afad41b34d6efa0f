import * as z from 'zod/mini'

/** Figures of the public dates in a range of days */
export const eventFigures = z.object({
  /** By day. Those that were canceled or never published are left out. */
  dates: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      day: z.string(),
      /** Null for no limit */
      seats: z.nullable(z.number()),
      /** People with a seat, those who came, and those who answered the questions after it */
      registered: z.number(),
      came: z.number(),
      answers: z.number(),
      /** Average from 1 to 5; null without an answer */
      rating: z.nullable(z.number()),
    }),
  ),
})
export type EventFigures = z.infer<typeof eventFigures>

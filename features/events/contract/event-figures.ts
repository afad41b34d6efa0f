import * as z from 'zod/mini'

const figuresOfDate = z.object({
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
})

/** Figures of dates in the insights of a range of days, by day. Canceled dates and drafts are left out. */
export const eventFigures = z.object({ dates: z.array(figuresOfDate) })

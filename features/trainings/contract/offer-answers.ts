/** Answers to an offer of training days, as its page sends them */
export const offerActions = ['accept', 'other-days', 'decline'] as const
/** Requests that a client can make once a day is booked */
export const changeActions = ['other-day', 'cancel'] as const
export type ClientAction = (typeof offerActions)[number] | (typeof changeActions)[number]

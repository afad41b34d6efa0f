/** Times in ms */
export type MailLimits = {
  /** Max emails in bulk that are sent at the same time (SMTP_CONNECTIONS), and max other emails */
  bulkAtOnce: number
  atOnce: number
  /** Number of emails in bulk that wait in the outbox while more are written */
  refill: number
  connect: number
  /** Timeout for its greeting, and for its response to each command */
  response: number
  /** Timeout for sending one email */
  total: number
  /** Time after which another process may send a claimed email again; longer than `total` */
  lease: number
  /** Delay before the second attempt, doubled for each later one up to `maxPause` */
  firstPause: number
  maxPause: number
  /** Attempts after which the email has failed and an admin decides */
  attempts: number
}

export const mailLimits: MailLimits = {
  bulkAtOnce: 30,
  atOnce: 5,
  refill: 500,
  connect: 10_000,
  response: 30_000,
  total: 60_000,
  lease: 90_000,
  firstPause: 60_000,
  maxPause: 6 * 60 * 60 * 1000,
  // Spread over about a day
  attempts: 12,
}

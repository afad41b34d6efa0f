/** Times in ms */
export const mailLimits = {
  /** Max emails in bulk that are sent at the same time (SMTP_CONNECTIONS), and max other emails */
  bulkAtOnce: 30,
  atOnce: 5,
  /** Number of emails in bulk that wait in the outbox while more are written */
  refill: 500,
  connect: 10_000,
  /** Timeout for its greeting, and for its response to each command */
  response: 30_000,
  /** Timeout for sending one email */
  total: 60_000,
  /** Time after which another process may send a claimed email again; longer than `total` */
  lease: 90_000,
  /** Delay before the second attempt, doubled for each later one up to `maxPause` */
  firstPause: 60_000,
  maxPause: 6 * 60 * 60 * 1000,
  /** Attempts, spread over about a day, after which the email has failed and an admin decides */
  attempts: 12,
}
export type MailLimits = typeof mailLimits

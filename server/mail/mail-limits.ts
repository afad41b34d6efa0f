/** Times in ms. */
export type MailLimits = {
  /** Until the mail server takes the connection. */
  connect: number
  /** Until it greets, and until it answers each command. */
  answer: number
  /** For one mail in all, however slowly its pieces come. */
  whole: number
  /** How long a mail counts as under way; then another process may send it again. Longer than `whole`. */
  lease: number
  /** Before the second attempt; each later one waits twice as long, up to `longestPause`. */
  firstPause: number
  maxPause: number
  /** Then it has failed, and a person decides. */
  attempts: number
}

export const mailLimits: MailLimits = {
  connect: 10_000,
  answer: 30_000,
  whole: 60_000,
  lease: 90_000,
  firstPause: 60_000,
  maxPause: 6 * 60 * 60 * 1000,
  // About a day.
  attempts: 12,
}

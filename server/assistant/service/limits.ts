/** In milliseconds. */
export type Deadlines = {
  connect: number
  /** From the connection to the head of the answer. */
  firstByte: number
  /** Between two pieces of the answer. */
  stall: number
  /** Everything, with the second attempt and the wait before it. */
  total: number
}

export type ServiceLimits = {
  writing: Deadlines
  speech: Deadlines
  /** Ms that a service is left alone after it failed too often. */
  rest: number
  /** Ms after which a draft that is still being written is asked for again instead of waited for. */
  patience: number
}

export const serviceLimits: ServiceLimits = {
  writing: { connect: 5000, firstByte: 20_000, stall: 15_000, total: 60_000 },
  // A transcript comes in one piece when all of the recording has been heard.
  speech: { connect: 5000, firstByte: 120_000, stall: 15_000, total: 120_000 },
  rest: 30_000,
  patience: 8000,
}

/** Longest answer that is read, in bytes. */
export const maxReplyLength = 2 * 1024 * 1024

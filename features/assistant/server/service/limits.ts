/** Timeouts in ms */
export type Deadlines = {
  connect: number
  /** From the connection to the response headers */
  firstByte: number
  /** Between two chunks of the body */
  stall: number
  /** The whole call, including the retry and the wait before it */
  total: number
}

export type ServiceLimits = {
  writing: Deadlines
  speech: Deadlines
  /** Ms that the circuit breaker refuses calls after too many failures */
  rest: number
  /** Ms that a request waits for its draft before the response is a job id to poll */
  draftWait: number
}

export const serviceLimits: ServiceLimits = {
  writing: { connect: 5000, firstByte: 20_000, stall: 15_000, total: 60_000 },
  // A transcript arrives in one piece after the whole recording is processed.
  speech: { connect: 5000, firstByte: 120_000, stall: 15_000, total: 120_000 },
  rest: 30_000,
  draftWait: 8000,
}

/** Maximum response body in bytes */
export const maxReplyLength = 2 * 1024 * 1024

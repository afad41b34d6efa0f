/**
 * Every way in which a request can fail on purpose: code, HTTP status, title, and the sentence that a person
 * reads when the thrower has nothing more exact to say.
 */
const problems = {
  'bad-request': [
    400,
    'Bad request',
    'The request could not be read. Please check what was sent and try again.',
  ],
  'sign-in-required': [401, 'Sign-in required', 'Please sign in and try again.'],
  'wrong-sign-in': [401, 'Wrong sign-in', 'That username and password do not match. Please try again.'],
  'foreign-origin': [
    403,
    'Foreign origin',
    'This request did not come from this site. Please open the page again and retry.',
  ],
  'not-found': [404, 'Not found', 'There is nothing at this address.'],
  conflict: [409, 'Changed meanwhile', 'Somebody else has changed this meanwhile. Please load it again.'],
  'method-not-allowed': [405, 'Not possible here', 'This address does not take that kind of request.'],
  gone: [410, 'No longer there', 'What was at this address is no longer there.'],
  'too-large': [413, 'Too large', 'That is too much text to send at once. Please shorten it and try again.'],
  'unsupported-media-type': [415, 'Unsupported media type', 'This address takes JSON only.'],
  'not-accepted': [422, 'Not accepted', 'Please mend what is marked and try again.'],
  'too-many-requests': [
    429,
    'Too many requests',
    'That was too often in a short time. Please wait a little and try again.',
  ],
  'internal-error': [
    500,
    'Something went wrong',
    'Something went wrong on our side. Please try again; if it stays, write to us and name the number below.',
  ],
  'assistant-failed': [502, 'The AI service failed', 'The AI service failed. Please try again.'],
  'assistant-busy': [503, 'The AI service is busy', 'The AI service is busy. Please try again in a moment.'],
  'no-assistant': [
    503,
    'No AI service',
    'No AI service is configured. Set AI_PROVIDER, AI_BASE_URL, AI_API_KEY and AI_MODEL and start the server again.',
  ],
  overloaded: [
    503,
    'Very busy',
    'The site is very busy. Nothing is lost; please try again in a few seconds.',
  ],
  unavailable: [
    503,
    'Back in a moment',
    'We cannot reach our records right now. Nothing is lost; please try again in a moment.',
  ],
} as const satisfies Record<string, readonly [number, string, string]>

export type ProblemCode = keyof typeof problems

/** Throw it anywhere in a request; server/http/error-handler.ts turns it into the answer. */
export class RequestProblem extends Error {
  override name = 'RequestProblem'
  readonly code: ProblemCode
  readonly status: number
  readonly title: string
  /** A plain sentence for the person. */
  readonly detail: string
  readonly retryAfterSeconds: number | undefined
  /** More members of the answer (RFC 9457, section 3.2). */
  readonly extensions: Record<string, unknown> | undefined

  constructor(
    code: ProblemCode,
    options: {
      detail?: string
      retryAfterSeconds?: number
      extensions?: Record<string, unknown>
      cause?: unknown
    } = {},
  ) {
    const [status, title, detail] = problems[code]
    super(code, { cause: options.cause })
    this.code = code
    this.status = status
    this.title = title
    this.detail = options.detail ?? detail
    this.retryAfterSeconds = options.retryAfterSeconds
    this.extensions = options.extensions
  }
}

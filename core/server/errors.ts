/**
 * Every expected failure of a request: code, HTTP status, title, and the default message for users.
 */
const problems = {
  'bad-request': [400, 'Bad request', 'We couldn’t read that request. Check it and try again.'],
  'sign-in-required': [401, 'Sign-in required', 'Sign in and try again.'],
  'wrong-sign-in': [401, 'Wrong sign-in', 'That username and password don’t match. Try again.'],
  'code-needed': [401, 'Code needed', 'Enter the code from your authenticator app, or a recovery code.'],
  'wrong-code': [
    401,
    'Wrong code',
    'That code isn’t right, or it was used before. Check it, or wait for the next one.',
  ],
  'wrong-passkey': [401, 'Passkey refused', 'That passkey couldn’t be checked. Try again.'],
  'factor-needed': [
    403,
    'Second step needed',
    'This site asks everyone for a second step at sign-in. Set yours up, then continue.',
  ],
  'confirmation-needed': [403, 'Confirmation needed', 'Enter your password again to confirm that it’s you.'],
  'foreign-origin': [
    403,
    'Foreign origin',
    'This request didn’t come from this site. Reload the page and try again.',
  ],
  'access-ended': [
    401,
    'Access ended',
    'Your access to this site has ended. Ask an owner if you need it again.',
  ],
  'wrong-token': [
    401,
    'Wrong API token',
    'This API token is wrong, expired, or revoked. Check it, or make a new one.',
  ],
  'token-scope': [
    403,
    'Not allowed for this API token',
    'API tokens can’t be used for this. Sign in instead.',
  ],
  'role-too-low': [403, 'Not allowed for your role', 'Your role doesn’t allow this. Ask an owner.'],
  'not-found': [404, 'Not found', 'There’s nothing at this address.'],
  conflict: [409, 'Changed by someone else', 'Someone else changed this. Reload and try again.'],
  'method-not-allowed': [405, 'Not possible here', 'This address doesn’t accept that kind of request.'],
  gone: [410, 'No longer available', 'What was at this address is no longer available.'],
  'too-large': [413, 'Too large', 'That’s too long. Shorten it and try again.'],
  'unsupported-media-type': [415, 'Unsupported media type', 'This address accepts JSON only.'],
  'not-accepted': [422, 'Not accepted', 'Please fix the highlighted fields and try again.'],
  'no-postal-address': [
    422,
    'No postal address',
    'By law, newsletters must include a postal address. An owner can add yours under Settings > Organization.',
  ],
  'too-many-requests': [429, 'Too many requests', 'Too many tries. Please wait a moment and try again.'],
  'internal-error': [
    500,
    'Something went wrong',
    'Something went wrong on our end. Try again. If it keeps happening, contact us and mention the number below.',
  ],
  'assistant-failed': [502, 'The AI service failed', 'The AI service failed. Try again.'],
  'assistant-busy': [503, 'The AI service is busy', 'The AI service is busy. Please try again in a moment.'],
  'no-assistant': [
    503,
    'No AI service',
    'No AI service is connected yet. An owner can connect one in Settings > Connections. For the person who runs your server: you can also set AI_PROVIDER, AI_BASE_URL, AI_API_KEY, and AI_MODEL, then restart.',
  ],
  'no-secret-key': [
    503,
    'No secret key',
    'The site can’t keep secrets yet. For the person who runs your server: set SECRET_KEY to at least 32 random characters, keep a copy of it elsewhere, and restart.',
  ],
  'address-refused': [400, 'Address not free', 'This address isn’t free. Choose another one.'],
  overloaded: [
    503,
    'Very busy',
    'The site is very busy. Nothing was lost. Please try again in a few seconds.',
  ],
  unavailable: [
    503,
    'Back in a moment',
    'We’re having trouble on our end. Nothing was lost. Please try again in a moment.',
  ],
} as const satisfies Record<string, readonly [number, string, string]>

export type ProblemCode = keyof typeof problems

/** A request that does not fit how things are now. `detail` says why, and what to do. */
export const refuse = (detail: string, extensions?: Record<string, unknown>) =>
  new RequestProblem('conflict', { detail, ...(extensions && { extensions }) })

/** Values that cannot be accepted, and why */
export const notAccepted = (detail: string, extensions?: Record<string, unknown>) =>
  new RequestProblem('not-accepted', { detail, ...(extensions && { extensions }) })

/** Can be thrown anywhere in a request; core/server/http/error-handler.ts turns it into the response. */
export class RequestProblem extends Error {
  override name = 'RequestProblem'
  readonly code: ProblemCode
  readonly status: number
  readonly title: string
  /** Message for the user */
  readonly detail: string
  readonly retryAfterSeconds: number | undefined
  /** Additional members of the response (RFC 9457, section 3.2) */
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

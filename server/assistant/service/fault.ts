import { RequestProblem } from '../../errors.ts'

/** Messages for every way an external service can fail. `{url}`, `{key}`, and `{model}` are names of settings. */
const faults = {
  unreachable:
    'We can’t reach the {name}. Try again later. For the person who runs your server: check {url}.',
  timeout: 'The {name} took too long to answer. Try again.',
  cut: 'The {name} stopped in the middle of its answer. Try again.',
  key: 'The {name} didn’t accept our key. For the person who runs your server: check {key} and restart.',
  rejected:
    'The {name} didn’t accept the request. For the person who runs your server: check {url} and {model}.',
  busy: 'The {name} is busy right now. Try again in a little while.',
  overloaded: 'The {name} is busy right now. Try again in a little while.',
  broken: 'The {name} is having problems. Try again in a few minutes.',
  'too-long': 'The {name} sent far more than we asked for. Try again.',
  unusable: 'The {name} sent an answer we can’t use. Try again.',
  resting: 'The {name} failed several times in a row, so we’re pausing requests. Try again in half a minute.',
  stopped: 'You stopped the AI.',
  full: 'The {name} is already working on several requests. Try again in a moment.',
} as const

export type FaultKind = keyof typeof faults

/** Failure of an external service. Contains no part of the request or response, so it is safe to log. */
export class ServiceFault extends Error {
  override name = 'ServiceFault'
  readonly kind: FaultKind
  readonly retryAfterSeconds: number | undefined

  constructor(kind: FaultKind, retryAfterSeconds?: number) {
    super(`an external service failed: ${kind}`)
    this.kind = kind
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const settings = {
  writing: { name: 'AI service', url: 'AI_BASE_URL', key: 'AI_API_KEY', model: 'AI_MODEL' },
  speech: { name: 'speech service', url: 'STT_BASE_URL', key: 'STT_API_KEY', model: 'STT_MODEL' },
} as const

export type ServicePurpose = keyof typeof settings

/** Converts a fault into the response to the user. */
export function problemOf(fault: ServiceFault, purpose: ServicePurpose): RequestProblem {
  const names: Record<string, string> = settings[purpose]
  const detail = faults[fault.kind].replaceAll(/\{(\w+)\}/g, (_all, name: string) => names[name] ?? '')
  // The user stopped the call; the service did not fail.
  if (fault.kind === 'stopped') return new RequestProblem('bad-request', { detail, cause: fault })
  const own = fault.kind === 'resting' || fault.kind === 'full'
  return new RequestProblem(own ? 'assistant-busy' : 'assistant-failed', {
    detail,
    ...(fault.retryAfterSeconds !== undefined && { retryAfterSeconds: fault.retryAfterSeconds }),
    cause: fault,
  })
}

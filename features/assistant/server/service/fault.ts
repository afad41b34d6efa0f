import type { Origin } from '../../../../core/server/connected-services.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'

/** Setting that may be the cause of a fault */
type Suspect = 'url' | 'key' | 'model' | 'url and model'

/** Messages for every way an external service can fail, and the setting that may be the cause */
const faults = {
  unreachable: ['We can’t reach the {name}. Try again later.', 'url'],
  timeout: ['The {name} took too long to answer. Try again.'],
  cut: ['The {name} stopped in the middle of its answer. Try again.'],
  key: ['The {name} didn’t accept our key.', 'key'],
  rejected: ['The {name} didn’t accept the request.', 'url and model'],
  'not-found': ['The {name} didn’t accept the request.', 'url and model'],
  redirected: ['The {name} sent us to another address.', 'url'],
  'no-model': ['The {name} doesn’t know our model.', 'model'],
  /** The service does not offer replies in a given shape (service/model.ts asks again without it) */
  'no-structure': ['The {name} didn’t accept the request.', 'url and model'],
  quota: ['The {name} says that our account with it has no credit left, or has reached its limit.'],
  busy: ['The {name} is busy right now. Try again in a little while.'],
  overloaded: ['The {name} is busy right now. Try again in a little while.'],
  broken: ['The {name} is having problems. Try again in a few minutes.'],
  'too-long': ['The {name} sent far more than we asked for. Try again.'],
  'not-json': ['The {name} sent an answer we can’t use. Try again.'],
  unusable: ['The {name} sent an answer we can’t use. Try again.'],
  resting: [
    'The {name} failed several times in a row, so we’re pausing requests. Try again in half a minute.',
  ],
  stopped: ['You stopped the AI.'],
  full: ['The {name} is already working on several requests. Try again in a moment.'],
} as const satisfies Record<string, readonly [string, Suspect?]>

export type FaultKind = keyof typeof faults

type FaultDetails = {
  retryAfterSeconds?: number | undefined
  /** Status of the response, if there was one */
  status?: number | undefined
  /** Node's code of a failed connection, such as ENOTFOUND */
  code?: string | undefined
}

/** Failure of an external service. Contains no part of the request or response, so it is safe to log. */
export class ServiceFault extends Error {
  override name = 'ServiceFault'
  readonly kind: FaultKind
  readonly retryAfterSeconds: number | undefined
  readonly status: number | undefined
  readonly code: string | undefined

  constructor(kind: FaultKind, { retryAfterSeconds, status, code }: FaultDetails = {}) {
    super(`an external service failed: ${kind}`)
    this.kind = kind
    this.retryAfterSeconds = retryAfterSeconds
    this.status = status
    this.code = code
  }
}

export type ServicePurpose = 'writing' | 'speech'

const serviceNames: Record<ServicePurpose, string> = { writing: 'AI service', speech: 'speech service' }

const variables: Record<ServicePurpose, Record<Suspect, string>> = {
  writing: {
    url: 'AI_BASE_URL',
    key: 'AI_API_KEY and restart',
    model: 'AI_MODEL and restart',
    'url and model': 'AI_BASE_URL and AI_MODEL',
  },
  speech: {
    url: 'STT_BASE_URL',
    key: 'STT_API_KEY and restart',
    model: 'STT_MODEL and restart',
    'url and model': 'STT_BASE_URL and STT_MODEL',
  },
}

const fields: Record<Suspect, string> = {
  url: 'the address',
  key: 'the key',
  model: 'the model',
  'url and model': 'the address and the model',
}

/** Converts a fault into the response to the user. */
export function problemOf(fault: ServiceFault, purpose: ServicePurpose, origin: Origin): RequestProblem {
  const [sentence, suspect] = faults[fault.kind] as readonly [string, Suspect?]
  const told = sentence.replace('{name}', serviceNames[purpose])
  const detail = suspect === undefined ? told : `${told} ${nameSuspect(suspect, purpose, origin)}`
  // The user stopped the call; the service did not fail.
  if (fault.kind === 'stopped') return new RequestProblem('bad-request', { detail, cause: fault })
  const own = fault.kind === 'resting' || fault.kind === 'full'
  return new RequestProblem(own ? 'assistant-busy' : 'assistant-failed', {
    detail,
    ...(fault.retryAfterSeconds !== undefined && { retryAfterSeconds: fault.retryAfterSeconds }),
    cause: fault,
  })
}

function nameSuspect(suspect: Suspect, purpose: ServicePurpose, origin: Origin): string {
  return origin === 'environment'
    ? `For the person who runs your server: check ${variables[purpose][suspect]}.`
    : `An owner can check ${fields[suspect]} in Settings > Connections.`
}

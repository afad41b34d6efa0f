import { RequestProblem } from '../../errors.ts'

/** How an outside service failed us, with what a person is told. `{keys}` are the settings to look at. */
const faults = {
  unreachable: 'The {name} cannot be reached. Please try again later, or check {url} in the configuration.',
  timeout: 'The {name} took too long to answer. Please try again.',
  cut: 'The {name} broke off in the middle of its answer. Please try again.',
  key: 'The {name} did not accept the key. Please check {key} and start the server again.',
  rejected: 'The {name} did not take the request. Please check {url} and {model} in the configuration.',
  busy: 'The {name} has too much to do right now. Please try again in a little while.',
  overloaded: 'The {name} has too much to do right now. Please try again in a little while.',
  broken: 'The {name} has a fault of its own. Please try again in a few minutes.',
  'too-long': 'The {name} sent far more than was asked for. Please try again.',
  unusable: 'The {name} answered with something that cannot be used. Please try again.',
  resting:
    'The {name} has failed several times in a row and is left alone for a moment. Please try again in half a minute.',
  stopped: 'The text was stopped.',
  full: 'Several texts are being written right now. Please try again in a moment.',
} as const

export type FaultKind = keyof typeof faults

/** Holds nothing of what was sent or answered, so that it may stand in a log. */
export class ServiceFault extends Error {
  override name = 'ServiceFault'
  readonly kind: FaultKind
  readonly retryAfterSeconds: number | undefined

  constructor(kind: FaultKind, retryAfterSeconds?: number) {
    super(`an outside service failed: ${kind}`)
    this.kind = kind
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const settings = {
  writing: { name: 'AI service', url: 'AI_BASE_URL', key: 'AI_API_KEY', model: 'AI_MODEL' },
  speech: { name: 'speech service', url: 'STT_BASE_URL', key: 'STT_API_KEY', model: 'STT_MODEL' },
} as const

export type ServicePurpose = keyof typeof settings

/** The answer to the person whose call met the fault. */
export function problemOf(fault: ServiceFault, purpose: ServicePurpose): RequestProblem {
  const names: Record<string, string> = settings[purpose]
  const detail = faults[fault.kind].replaceAll(/\{(\w+)\}/g, (_all, name: string) => names[name] ?? '')
  // By the person: nobody is at fault.
  if (fault.kind === 'stopped') return new RequestProblem('bad-request', { detail, cause: fault })
  const own = fault.kind === 'resting' || fault.kind === 'full'
  return new RequestProblem(own ? 'assistant-busy' : 'assistant-failed', {
    detail,
    ...(fault.retryAfterSeconds !== undefined && { retryAfterSeconds: fault.retryAfterSeconds }),
    cause: fault,
  })
}

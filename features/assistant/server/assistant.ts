import type {
  AiService,
  ConnectionSource,
  Origin,
  SpeechService,
} from '../../../core/server/connected-services.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { recordAction } from '../../posts/server/disclosure.ts'
import type { NameSources } from './privacy-guard/people-names.ts'
import { type Requester, runTask, type TaskResult } from './run-task.ts'
import { type CallService, createServiceCaller } from './service/call-service.ts'
import type { ServicePurpose } from './service/fault.ts'
import type { ServiceLimits } from './service/limits.ts'
import type { StreamListener } from './service/model.ts'
import { transcribeRecording } from './service/speech.ts'
import type { Task } from './writing-tasks.ts'

/** Name of the speech service in the ledger (the log of AI use) and in responses */
export const speechProvider = 'openai-compatible'

type Deps = NameSources & { connections: Pick<ConnectionSource, 'read'>; limits: ServiceLimits }

/** The AI services that are connected now. Every method of them returns its result or throws a RequestProblem. */
export type Assistant = ReturnType<typeof createAssistant>
export type Writer = ReturnType<typeof createWriter>

export function createAssistant({ db, features, connections, limits }: Deps) {
  const rememberWriter = rememberService<AiService>(db, 'writing', limits)
  const rememberTranscriber = rememberService<SpeechService>(db, 'speech', limits)
  return {
    /** Undefined if no service is connected. */
    async findWriter(): Promise<Writer | undefined> {
      const { ai } = await connections.read()
      return ai && createWriter({ db, features }, limits, rememberWriter(ai))
    },

    /** Undefined if no service is connected. */
    async findTranscriber() {
      const { speech } = await connections.read()
      return speech && createTranscriber(db, limits, rememberTranscriber(speech))
    },
  }
}

/** A service with its limits, and with what was learned about it */
type Known<Service> = { service: Service; refusesStructure: boolean; callService: CallService }

/**
 * Returns a function that finds what is known about a service. Nothing is known about a service that was just connected:
 * the failures of the one before it don't count.
 */
function rememberService<Service extends { origin: Origin }>(
  db: Queryable,
  purpose: ServicePurpose,
  { rest }: ServiceLimits,
): (service: Service) => Known<Service> {
  let known: Known<Service> | undefined
  return (service) => {
    if (!known || JSON.stringify(known.service) !== JSON.stringify(service)) {
      const callService = createServiceCaller(db, purpose, service.origin, rest)
      known = { service, refusesStructure: false, callService }
    }
    return known
  }
}

function createWriter(sources: NameSources, limits: ServiceLimits, known: Known<AiService>) {
  return {
    provider: known.service.provider,
    write: <Reply, Result extends object>(
      requester: Requester,
      task: Task<Reply, Result>,
      listener?: StreamListener,
    ): Promise<TaskResult<Result>> =>
      runTask(
        { ...sources, known, deadlines: limits.writing, callService: known.callService },
        requester,
        task,
        listener,
      ),
  }
}

function createTranscriber(
  db: Queryable,
  limits: ServiceLimits,
  { service, callService }: Known<SpeechService>,
) {
  return {
    transcribe: (userId: number, recording: Uint8Array) =>
      callService(userId, async () => {
        const text = await transcribeRecording(service, limits.speech, recording)
        const actionId = await recordAction(db, {
          action: 'transcribe',
          userId,
          provider: speechProvider,
          model: service.model,
          sent: recording,
          received: text,
        })
        return { text, actionId }
      }),
  }
}

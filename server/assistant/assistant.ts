import type { LedgerAction } from '../../contracts/disclosure.ts'
import type { Config } from '../config.ts'
import type { Queryable } from '../db/connect.ts'
import { recordAction } from '../posts/disclosure.ts'
import { type Requester, runTask, type TaskResult } from './run-task.ts'
import { createServiceCaller } from './service/call-service.ts'
import type { ServiceLimits } from './service/limits.ts'
import type { StreamListener } from './service/model.ts'
import { defaultSpeechModel, transcribeRecording } from './service/speech.ts'
import { enhanceTask, excerptTask, postTask, type Task, titlesTask } from './writing-tasks.ts'

/** Name of the speech service in the ledger (the log of AI use) and in responses */
export const speechProvider = 'openai-compatible'

/** The configured AI services. Every method returns its result or throws a RequestProblem. */
export type Assistant = ReturnType<typeof createAssistant>

export function createAssistant({
  config,
  db,
  limits,
}: {
  config: Config
  db: Queryable
  limits: ServiceLimits
}) {
  const { ai, speech } = config
  const callWriter = createServiceCaller(db, 'writing', limits.rest)
  const callSpeech = createServiceCaller(db, 'speech', limits.rest)

  const write = <Reply, Result extends object>(
    requester: Requester,
    task: Task<Reply, Result>,
    listener?: StreamListener,
  ): Promise<TaskResult<Result>> =>
    runTask({ db, ai, deadlines: limits.writing, callService: callWriter }, requester, task, listener)

  return {
    /** Undefined if no service is configured. */
    provider: ai.provider,

    suggestTitles: (requester: Requester, subject: string) => write(requester, titlesTask(subject)),

    writeExcerpt: (requester: Requester, text: string, listener?: StreamListener) =>
      write(requester, excerptTask(text), listener),

    writePost: (
      requester: Requester,
      topic: string,
      { action, listener }: { action?: LedgerAction; listener?: StreamListener | undefined } = {},
    ) => write(requester, postTask(topic, action), listener),

    enhance: (requester: Requester, text: string, style: string, listener?: StreamListener) =>
      write(requester, enhanceTask(text, style), listener),

    transcribe: (userId: number, recording: Uint8Array) =>
      callSpeech(userId, async () => {
        const text = await transcribeRecording(speech, limits.speech, recording)
        const actionId = await recordAction(db, {
          action: 'transcribe',
          userId,
          provider: speechProvider,
          model: speech.model ?? defaultSpeechModel,
          sent: recording,
          received: text,
        })
        return { text, actionId }
      }),
  }
}

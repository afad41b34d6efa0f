import { fileURLToPath } from 'node:url'
import {
  createProcessRunner,
  type OpenProcess,
  type ProcessOptions,
} from '../../../../core/server/processes/run-in-process.ts'
import type { SourcePaths } from './open-source.ts'
import {
  type ApartSource,
  type CopiedFile,
  type NamedFile,
  type Source,
  type SourceEntry,
  SourceError,
} from './source.ts'

/**
 * Limits of the process for one task, as in core/server/processes/run-in-process.ts. The first task reads a whole export, which
 * may have 4 GB. What the readers keep of a file is bounded far below `memory`.
 */
export const sourceLimits: ProcessOptions = {
  work: 30 * 60_000,
  wait: 90 * 60_000,
  memory: 384,
  isBackground: true,
}

/** Max characters of an entry as JSON. No post may have more than a million, and its markup can be several times as long. */
const maxEntry = 10_000_000

/** Input of the process */
export type SourceTask =
  | { type: 'open'; paths: SourcePaths; maxEntry: number }
  /** Entries are counted from 0. */
  | { type: 'read'; number: number }
  | { type: 'find'; address: string; path: string | undefined }
  | { type: 'copy'; path: string; target: string }
  | { type: 'close' }

export type SourceReplies = {
  open: Pick<Source, 'format' | 'siteUrl'>
  /** Some entries, beginning with the one that was asked for; none after the last one */
  read: { entries: SourceEntry[] }
  find: { file?: NamedFile | undefined }
  copy: CopiedFile
  close: object
}

/** `refused` is the sentence of a SourceError; `failed` describes an error of ours, with its code. */
export type SourceReply = { done: object } | { refused: string } | { failed: string; code?: string }

const program = fileURLToPath(new URL('./source-process.ts', import.meta.url))
const runner = createProcessRunner<SourceTask, SourceReply>(program, sourceLimits)

/**
 * Opens a source, as `openSource` does, in a process with bounded time and memory: no file can fill the memory of the
 * server or hold up its visitors. It sends a few entries when it is asked for them, so what waits for the import stays small.
 * When the signal aborts, whatever is being read ends at once.
 */
export async function openSourceApart(
  paths: SourcePaths,
  signal: AbortSignal,
  limits = { maxEntry },
): Promise<ApartSource> {
  const reader = await runner.open(signal)
  try {
    const { format, siteUrl } = await ask(reader, { type: 'open', paths, ...limits })
    return {
      format,
      siteUrl,
      async *entries(from = 0) {
        for (let number = from; ; ) {
          const { entries } = await ask(reader, { type: 'read', number })
          if (entries.length === 0) return
          yield* entries
          number += entries.length
        }
      },
      findFile: async (address, { path }) => (await ask(reader, { type: 'find', address, path })).file,
      copyFile: ({ path }, target) => ask(reader, { type: 'copy', path, target }),
      async close() {
        // A process that cannot close its files is killed.
        await ask(reader, { type: 'close' }).catch(() => {})
        reader.close()
      },
    }
  } catch (error) {
    await reader.close()
    throw error
  }
}

async function ask<Type extends SourceTask['type']>(
  reader: OpenProcess<SourceTask, SourceReply>,
  task: Extract<SourceTask, { type: Type }>,
): Promise<SourceReplies[Type]> {
  const reply = await reader.run(task)
  if (!reply)
    throw new SourceError(
      'Reading this file takes too much time or memory. Split it and import the parts one after the other.',
    )
  if ('refused' in reply) throw new SourceError(reply.refused)
  if ('failed' in reply) throw Object.assign(new Error(reply.failed), reply.code && { code: reply.code })
  // The program answers each type of task with its reply, which the compiler cannot follow.
  return reply.done as SourceReplies[Type]
}

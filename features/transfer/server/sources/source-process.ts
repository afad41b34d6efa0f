import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { serveTasks } from '../../../../core/server/processes/serve-tasks.ts'
import { openSource } from './open-source.ts'
import type { SourceReplies, SourceReply, SourceTask } from './open-source-apart.ts'
import { type CopiedFile, type Source, type SourceEntry, SourceError, type SourceFile } from './source.ts'

// This runs in a separate process (open-source-apart.ts).

/** Max entries of one message, and characters after which none is added */
const maxEntries = 50
const fullMessage = 500_000

type Opened = {
  source: Source
  /** Files that were found, by their path */
  found: Map<string, SourceFile>
  entries: AsyncIterator<SourceEntry>
  next: number
  maxEntry: number
}

let opened: Opened | undefined

serveTasks(async (task: SourceTask): Promise<SourceReply> => {
  try {
    return { done: await perform(task) }
  } catch (error) {
    if (error instanceof SourceError) return { refused: error.message }
    const { stack = String(error), code } = error as NodeJS.ErrnoException
    return { failed: stack, ...(code && { code }) }
  }
})

async function perform(task: SourceTask): Promise<SourceReplies[SourceTask['type']]> {
  if (task.type === 'open') {
    await opened?.source.close()
    const source = await openSource(task.paths)
    opened = { source, found: new Map(), entries: startEntries(source), next: 0, maxEntry: task.maxEntry }
    return { format: source.format, siteUrl: source.siteUrl }
  }
  if (!opened) throw new Error('there is no open source')
  if (task.type === 'read') return readEntries(opened, task.number)
  if (task.type === 'find') {
    const file = await opened.source.findFile(task.address, { path: task.path })
    if (file) opened.found.set(file.path, file)
    return { file: file && { path: file.path, bytes: file.bytes } }
  }
  if (task.type === 'copy') {
    const file = opened.found.get(task.path) ?? (await opened.source.findFile(task.path, {}))
    if (!file) throw new Error(`the source has no file ${task.path}`)
    return copyFile(file, task.target)
  }
  await opened.source.close()
  opened = undefined
  return {}
}

async function copyFile(file: SourceFile, target: string): Promise<CopiedFile> {
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(await file.open(), measure, createWriteStream(target))
  return { sha256: hash.digest('hex'), bytes }
}

const startEntries = (source: Source) => source.entries()[Symbol.asyncIterator]()

async function readEntries(reading: Opened, number: number): Promise<SourceReplies['read']> {
  if (number < reading.next) Object.assign(reading, { entries: startEntries(reading.source), next: 0 })
  const entries: SourceEntry[] = []
  for (let characters = 0; characters < fullMessage && entries.length < maxEntries; ) {
    const { done, value } = await reading.entries.next()
    if (done) break
    if (reading.next++ < number) continue
    const { length } = JSON.stringify(value)
    entries.push(length > reading.maxEntry ? refuseEntry(value) : value)
    characters += length
  }
  return { entries }
}

function refuseEntry(entry: SourceEntry): SourceEntry {
  const about = entry.type === 'post' ? entry.title.slice(0, 300) : entry.type
  const detail = 'It is too long to be imported, so it was left out. Copy it by hand.'
  return { type: 'problem', note: { about, detail } }
}

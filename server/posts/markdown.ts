import { Worker } from 'node:worker_threads'

/**
 * What one text may cost, in milliseconds and megabytes. A million characters of somebody's own need half a
 * second, and more where the machine is busy; 20,000 that are made to be slow would need three, and some would
 * fill gigabytes.
 */
const limits = { time: 1500, memory: 128 }

export type ReadText = { outcome: 'read'; html: string } | { outcome: 'too-tangled' }

/** The clean HTML of a text that somebody wrote as Markdown or as HTML. */
export async function readMarkdown(text: string): Promise<ReadText> {
  const thread = new Worker(new URL('./markdown-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: limits.memory },
  })
  try {
    return await ask(thread, text)
  } finally {
    await thread.terminate()
  }
}

function ask(thread: Worker, text: string): Promise<ReadText> {
  return new Promise((resolve, reject) => {
    let deadline: NodeJS.Timeout | undefined
    const end = (result: ReadText) => {
      clearTimeout(deadline)
      resolve(result)
    }
    thread.once('message', () => {
      thread.once('message', (html: string) => end({ outcome: 'read', html }))
      // The clock starts with the text: how long a thread takes to start is not its fault.
      deadline = setTimeout(() => end({ outcome: 'too-tangled' }), limits.time)
      thread.postMessage(text)
    })
    thread.once('error', (error: Error & { code?: string }) => {
      clearTimeout(deadline)
      // Nested deeper than the stack, or larger than the memory.
      const tangled = error instanceof RangeError || error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      if (tangled) resolve({ outcome: 'too-tangled' })
      else reject(error)
    })
  })
}

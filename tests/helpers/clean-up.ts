type Step = () => Promise<void> | void

const steps: Step[] = []
let running: Promise<void> | undefined

/**
 * Keeps something to undo when the command ends, however it ends; the last thing first. The function that it
 * returns undoes it now.
 */
export function atEnd(step: Step): () => Promise<void> {
  if (running) {
    void step()
    throw new Error('interrupted')
  }
  steps.push(step)
  return async () => {
    const index = steps.indexOf(step)
    if (index === -1) return
    steps.splice(index, 1)
    await step()
  }
}

/** Runs a command's main function; Ctrl-C and failures clean up too. */
export async function runAndCleanUp(main: () => Promise<number>): Promise<never> {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.on(signal, () => void cleanUp().then(() => process.exit(code)))
  let code = 1
  try {
    code = await main()
  } catch (error) {
    // What was interrupted fails because its servers are gone, and ends with the signal's code, above.
    if (isEnding()) await new Promise(() => {})
    console.error(error)
  }
  await cleanUp()
  process.exit(code)
}

export function isEnding(): boolean {
  return running !== undefined
}

function cleanUp(): Promise<void> {
  running ??= (async () => {
    for (let step = steps.pop(); step; step = steps.pop()) {
      try {
        await step()
      } catch (error) {
        process.stderr.write(`While cleaning up: ${String(error)}\n`)
      }
    }
  })()
  return running
}

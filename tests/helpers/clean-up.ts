type Step = () => Promise<void> | void

const steps: Step[] = []
let running: Promise<void> | undefined

/**
 * Registers a step that undoes something when the command ends for any reason. The last step runs first. The returned
 * function runs the step now.
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
    // An interrupted command fails here because its servers are gone. It exits above, with the code of the signal.
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

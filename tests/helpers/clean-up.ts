type Step = () => Promise<void> | void

const steps: Step[] = []
let running: Promise<void> | undefined

/**
 * Registers a clean-up step, which runs when the command ends for any reason. The last registered step runs first. The
 * returned function runs the step at once instead.
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

/** Runs a command's main function and then all clean-up steps, also after Ctrl-C and failures. */
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
    // After Ctrl-C, `main` fails because its servers are gone. Wait for the signal handler above, which exits.
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

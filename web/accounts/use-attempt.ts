import { useState } from 'react'
import { explainFailure } from '../api-failures.ts'

/** For a button on a page outside of the admin's app: runs one attempt at a time, and explains why it failed. */
export function useAttempt(attempt: () => Promise<unknown>) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function run() {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await attempt()
    } catch (error) {
      setProblem(explainFailure(error))
    } finally {
      setBusy(false)
    }
  }

  return { run, busy, problem }
}

import { useState } from 'react'
import type { SessionUser } from '../../../core/contract/session.ts'
import { explainFailure } from '../../../core/web/api-failures.ts'
import { QuietButton } from '../../../core/web/ui/button.tsx'
import { Notice } from '../../../core/web/ui/notice.tsx'
import { signInWithPasskey } from './passkeys.ts'

type PasskeyButtonProps = {
  onSignedIn: (signedIn: { user: SessionUser; mustSetUpFactor?: true | undefined }) => unknown
  /** What the form below asks for */
  insteadOf: 'password' | 'code'
}

export function PasskeyButton({ onSignedIn, insteadOf }: PasskeyButtonProps) {
  const { run, busy, problem } = useAttempt(async () => onSignedIn(await signInWithPasskey()))
  return (
    <>
      {problem && <Notice tone="problem">{problem}</Notice>}
      <QuietButton busy={busy} onClick={run}>
        Sign in with a passkey
      </QuietButton>
      <p className="or-line">or with your {insteadOf}</p>
    </>
  )
}

/** For a button on a page outside of the admin's app: runs one attempt at a time, and explains why it failed. */
function useAttempt(attempt: () => Promise<unknown>) {
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

import { useState } from 'react'
import type { SessionUser } from '../../contracts/session.ts'
import { explainFailure } from '../api-failures.ts'
import { QuietButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { signInWithPasskey } from './passkeys.ts'

type PasskeyButtonProps = {
  onSignedIn: (signedIn: { user: SessionUser; mustSetUpFactor?: true | undefined }) => unknown
}

/** Signs in with a passkey of this site. */
export function PasskeyButton({ onSignedIn }: PasskeyButtonProps) {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function signIn() {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      onSignedIn(await signInWithPasskey())
    } catch (error) {
      setProblem(explainFailure(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      {problem && <Notice tone="problem">{problem}</Notice>}
      <QuietButton busy={busy} onClick={signIn}>
        Sign in with a passkey
      </QuietButton>
    </>
  )
}

import type { SessionUser } from '../../contracts/session.ts'
import { QuietButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { signInWithPasskey } from './passkeys.ts'
import { useAttempt } from './use-attempt.ts'

type PasskeyButtonProps = {
  onSignedIn: (signedIn: { user: SessionUser; mustSetUpFactor?: true | undefined }) => unknown
}

/** Signs in with a passkey of this site. */
export function PasskeyButton({ onSignedIn }: PasskeyButtonProps) {
  const { run, busy, problem } = useAttempt(async () => onSignedIn(await signInWithPasskey()))
  return (
    <>
      {problem && <Notice tone="problem">{problem}</Notice>}
      <QuietButton busy={busy} onClick={run}>
        Sign in with a passkey
      </QuietButton>
    </>
  )
}

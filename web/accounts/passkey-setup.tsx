import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { focusOnMount } from '../ui/focus-on-mount.ts'
import { Notice } from '../ui/notice.tsx'
import { useIsHydrated } from '../ui/use-is-hydrated.ts'
import { addPasskey, supportsPasskeys } from './passkeys.ts'
import { RecoveryCodeList } from './recovery-code-list.tsx'
import { useAttempt } from './use-attempt.ts'

/** Adds a passkey on a page outside of the admin's app, then shows the recovery codes and leads on. */
export function PasskeySetup({ next, siteName }: { next: string; siteName: string }) {
  const isHydrated = useIsHydrated()
  const [added, setAdded] = useState<{ recoveryCodes: string[] | null }>()
  const { run, busy, problem } = useAttempt(async () => setAdded(await addPasskey()))

  if (!isHydrated || !supportsPasskeys()) return null
  if (added)
    return (
      <div className="form passkey-added">
        <Notice tone="success" ref={focusOnMount}>
          Your passkey works now.
        </Notice>
        {added.recoveryCodes && (
          <>
            <h2>Save your recovery codes</h2>
            <RecoveryCodeList codes={added.recoveryCodes} siteName={siteName} />
          </>
        )}
        <a className="btn" href={next}>
          {added.recoveryCodes ? 'I saved them. Continue' : 'Continue'}
        </a>
      </div>
    )
  return (
    <>
      {problem && <Notice tone="problem">{problem}</Notice>}
      <p>
        Sign in with your fingerprint, your face, or the PIN of your device. This is the easiest and safest
        way.
      </p>
      <Button busy={busy} onClick={run}>
        Add a passkey
      </Button>
    </>
  )
}

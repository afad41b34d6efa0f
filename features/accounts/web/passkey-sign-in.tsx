import { useEffect } from 'react'
import { useIsHydrated } from '../../../core/web/ui/use-is-hydrated.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { signInFromSuggestions, supportsPasskeys } from './passkeys.ts'

/** The server's challenge for a passkey lasts five minutes, so an open page gets a new one before that. */
const renewalMs = 4 * 60_000

type PasskeySignInProps = {
  next: string
  /** What the form below asks for. With a password, the browser may suggest passkeys in the username field. */
  insteadOf: 'password' | 'code'
}

/** Sign-in with a passkey, by a button or from the suggestions of the username field, where the browser has them */
export function PasskeySignIn({ next, insteadOf }: PasskeySignInProps) {
  const isHydrated = useIsHydrated()

  // An effect, because the browser offers passkeys for as long as the page is open.
  useEffect(() => {
    if (!supportsPasskeys() || insteadOf !== 'password') return
    const offer = () => {
      if (document.visibilityState === 'hidden') return
      // A failure has no message: the user has not asked for anything yet, and the button still works.
      signInFromSuggestions().then(
        (signedIn) => signedIn && location.assign(next),
        () => {},
      )
    }
    offer()
    const renewal = setInterval(offer, renewalMs)
    return () => clearInterval(renewal)
  }, [next, insteadOf])

  if (!isHydrated || !supportsPasskeys()) return null
  return <PasskeyButton insteadOf={insteadOf} onSignedIn={() => location.assign(next)} />
}

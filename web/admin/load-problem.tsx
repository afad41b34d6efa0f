import { explainFailure, hasStatus } from '../api-failures.ts'
import { SmallButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { signInQuestion } from './sign-in-again.ts'

type LoadProblemProps = { what: string; error: unknown; onRetry: () => unknown }

/** Explains a failed query, with a button to try again or to sign in. */
export function LoadProblem({ what, error, onRetry }: LoadProblemProps) {
  const signedOut = hasStatus(error, 401)
  return (
    <Notice tone="problem">
      <p>
        <strong>{what}</strong>
      </p>
      <p>{explainFailure(error)}</p>
      <SmallButton
        onClick={async () => {
          if (!signedOut || (await signInQuestion.ask())) onRetry()
        }}
      >
        {signedOut ? 'Sign in' : 'Try again'}
      </SmallButton>
    </Notice>
  )
}

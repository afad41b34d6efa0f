import { loginPath, paths } from '../../contract/paths.ts'
import { ErrorSummary, type FieldError } from '../ui/error-summary.tsx'

export type Failure = {
  message: string
  /** Advice if no single field is wrong */
  advice?: string
  signedOut?: boolean
}

type FormProblemProps = {
  problem: Failure
  fields: FieldError[]
  /** Next step after signing in: `click the button again` */
  retry: string
}

/** Why a form was refused, and what to do about it. */
export function FormProblem({ problem: { message, advice, signedOut }, fields, retry }: FormProblemProps) {
  return (
    <ErrorSummary message={message} fields={fields}>
      {advice && (
        <p className="create-advice">
          {advice}{' '}
          {signedOut && (
            <>
              <a href={loginPath(paths.adminSimple)} target="_blank" rel="noopener">
                sign in in a new tab
              </a>
              , then come back here and {retry}.
            </>
          )}
        </p>
      )}
    </ErrorSummary>
  )
}

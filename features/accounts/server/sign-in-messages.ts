import { RequestProblem } from '../../../core/server/errors.ts'
import { tooManyTriesProblem } from './account-forms.ts'
import type { Factors } from './second-factor/factors.ts'
import type { SignedIn, SignInResult } from './sign-in.ts'

/** Why a sign-in did not succeed, with words for the user */
export function signInProblem(result: Exclude<SignInResult, SignedIn>): RequestProblem {
  switch (result.outcome) {
    case 'wrong':
      return new RequestProblem('wrong-sign-in')
    case 'code-needed':
      return new RequestProblem('code-needed', {
        detail: askForCode(result.factors),
        extensions: { factors: result.factors },
      })
    case 'wrong-code':
      return new RequestProblem('wrong-code')
    case 'unreadable-code':
      return new RequestProblem('wrong-code', {
        detail: 'Codes from your app can’t be checked right now. Use a recovery code or a passkey.',
      })
    case 'disabled':
      return new RequestProblem('access-ended')
    case 'too-many':
      return tooManyTriesProblem(result.retryAfterSeconds)
  }
}

/** Asks for what the user can enter. */
export function askForCode({ app, passkey }: Factors): string {
  if (app) return 'Enter the code from your authenticator app, or a recovery code.'
  return `Enter one of your recovery codes${passkey ? ', or sign in with your passkey' : ''}.`
}

import { isEmailAddress } from '../../../core/contract/email.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import { tooManyTriesProblem } from './account-forms.ts'
import type { Factors } from './second-factor/factors.ts'
import type { SignedIn, SignInResult } from './sign-in.ts'

/** Why a sign-in did not succeed, with words for the user who typed `username` */
export function signInProblem(result: Exclude<SignInResult, SignedIn>, username = ''): RequestProblem {
  switch (result.outcome) {
    case 'wrong':
      // The same words whether or not a colleague has this address.
      return new RequestProblem(
        'wrong-sign-in',
        isEmailAddress(username.trim()) ? { detail: notByEmail } : undefined,
      )
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

const notByEmail =
  'That username and password don’t match. Use your username, not your email address. The link for a new password shows it.'

/** Asks for what the user can enter. */
export function askForCode({ app, passkey }: Factors): string {
  if (app) return 'Enter the code from your authenticator app, or a recovery code.'
  return `Enter one of your recovery codes${passkey ? ', or sign in with your passkey' : ''}.`
}

import { hasStatus } from '../api-failures.ts'
import { createSharedQuestion } from './shared-question.ts'

/** The sign-in dialog. The answer is true if the user signed in. */
export const signInQuestion = createSharedQuestion()

/**
 * Sends a request. If the session has ended, a dialog lets the user sign in without leaving the screen, and the request
 * is repeated. If the user closes the dialog instead, the 401 error is thrown.
 */
export async function callSignedIn<Response>(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send()
  } catch (error) {
    if (!hasStatus(error, 401) || !(await signInQuestion.ask())) throw error
    return send()
  }
}

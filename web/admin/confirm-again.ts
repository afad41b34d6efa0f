import { problemOf } from '../api-failures.ts'
import { createSharedQuestion } from './shared-question.ts'

/** The dialog that asks for the password again. The answer is true if it was right. */
export const confirmQuestion = createSharedQuestion()

/** The user has closed the dialog, so the request was not repeated. */
export class CanceledError extends Error {
  override name = 'CanceledError'
}

/**
 * Sends a request. If it changes something sensitive, the server wants the password or a code again: a dialog asks for
 * it, and the request is repeated.
 * @throws CanceledError if the user closes the dialog instead
 */
export async function callConfirmed<Response>(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send()
  } catch (error) {
    if (problemOf(error)?.code !== 'confirmation-needed') throw error
    if (!(await confirmQuestion.ask())) throw new CanceledError()
    return send()
  }
}

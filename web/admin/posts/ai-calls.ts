import { sendCall } from '../../api.ts'
import { callSignedIn } from '../sign-in.tsx'

/** An AI provider may take its time. */
const timeoutSeconds = 90

export async function askAi(path: string, body?: unknown): Promise<unknown> {
  return (await callSignedIn(() => sendCall('POST', path, body, { timeoutSeconds }))).json
}

/** What is said about an answer that no AI service made. */
export function builtInNote(provider: string | undefined): string {
  return provider === 'built-in' ? 'From the built-in helper, no AI service used.' : ''
}

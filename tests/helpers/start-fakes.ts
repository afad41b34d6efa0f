import { onTestFinished } from 'vitest'
import { startFakeAi } from '../fakes/fake-ai.ts'
import { startFakeSmtp } from '../fakes/fake-smtp.ts'

/** Starts a fake email server and a fake AI service, which close when the test ends. */
export async function startFakes() {
  const [smtp, ai] = await Promise.all([startFakeSmtp(), startFakeAi()])
  onTestFinished(async () => void (await Promise.all([smtp.close(), ai.close()])))
  return { smtp, ai }
}

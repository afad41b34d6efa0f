import type { CDPSession, Page } from '@playwright/test'
import { test as base, launchWorkerServer } from '../../../tests/e2e/fixtures.ts'
import { freePort } from '../../../tests/helpers/free-port.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'

/** Runs on a server that is called localhost, because browsers allow no passkeys on 127.0.0.1. */
export const test = base.extend<object, { server: TestServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const server = await launchOnLocalhost()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
})

export async function launchOnLocalhost(): Promise<TestServer> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const server = await launchWorkerServer({ env: { PORT: String(port), PUBLIC_URL: url } })
  return Object.assign(server, { url })
}

type Credential = Awaited<ReturnType<typeof readCredentials>>[number]

/** A device with passkeys, simulated by Chromium (WebAuthn Level 3, section 11) */
export type Authenticator = {
  /** The passkeys on the device */
  list(): Promise<Credential[]>
  setCounter(signCount: number): Promise<void>
  /** Whether the device recognizes its owner, by a fingerprint for example */
  setUserVerified(isUserVerified: boolean): Promise<void>
}

/** Gives the page a device that recognizes its owner and answers at once, with the given passkeys on it. */
export async function plugInAuthenticator(page: Page, passkeys: Credential[] = []): Promise<Authenticator> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const add = (credential: Credential) =>
    session.send('WebAuthn.addCredential', { authenticatorId, credential })
  for (const passkey of passkeys) await add(passkey)
  const readAll = async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  return {
    list: readAll,
    async setCounter(signCount) {
      // The protocol has no command for it, so the passkey is replaced by a copy.
      for (const credential of await readAll()) {
        await session.send('WebAuthn.removeCredential', {
          authenticatorId,
          credentialId: credential.credentialId,
        })
        await add({ ...credential, signCount })
      }
    },
    async setUserVerified(isUserVerified) {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
  }
}

async function readCredentials(session: CDPSession, authenticatorId: string) {
  return (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials
}

/**
 * Turns off the suggestions of the username field. The simulated device would accept them at once, before a test can
 * click the button.
 */
export async function turnOffSuggestions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
}

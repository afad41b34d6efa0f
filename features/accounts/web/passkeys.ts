import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { call, throwNetworkError } from '../../../core/web/api.ts'
import { ExplainedError } from '../../../core/web/api-failures.ts'
import {
  passkeyChallengeCreate,
  passkeyCreate,
  passkeyOptionsCreate,
  passkeySessionCreate,
} from '../contract/passkeys.ts'

// Loaded on demand, because few people have a passkey.
const library = () => import('@simplewebauthn/browser').catch(throwNetworkError)

/** Browsers also have the class at a number such as 127.0.0.1, where they refuse passkeys. */
export const supportsPasskeys = () =>
  'PublicKeyCredential' in window && (location.protocol === 'https:' || location.hostname === 'localhost')

/**
 * Asks for a passkey of this site and signs in with it.
 * @throws ExplainedError, for example if the user closes the browser's dialog
 */
export const signInWithPasskey = async () => finishSignIn(await askForPasskey())

/**
 * Asks for a passkey of this site.
 * @throws ExplainedError, for example if the user closes the browser's dialog
 */
export async function askForPasskey(): Promise<AuthenticationResponseJSON> {
  isAsking = true
  try {
    const { startAuthentication } = await library()
    const optionsJSON = await readSignInOptions()
    return await startAuthentication({ optionsJSON }).catch((error: unknown) => {
      throw new ExplainedError(explain(error, 'No passkey was used. Try again, or use your password.'))
    })
  } finally {
    isAsking = false
  }
}

/** True while the browser's dialog is open, which another request for a passkey would close */
let isAsking = false

/**
 * Lets the browser offer passkeys in the suggestions of a field with the autocomplete token `webauthn`. Resolves to
 * undefined if the browser can't do that, or once another request for a passkey replaces this one.
 */
export async function signInFromSuggestions() {
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await library()
  if (!(await browserSupportsWebAuthnAutofill())) return undefined
  const optionsJSON = await readSignInOptions()
  if (isAsking) return undefined
  const response = await startAuthentication({ optionsJSON, useBrowserAutofill: true }).catch(() => undefined)
  return response && finishSignIn(response)
}

export async function addPasskey() {
  const { startRegistration } = await library()
  // The cast is safe, because the server made the options with the other half of this library.
  const optionsJSON = (await call(passkeyOptionsCreate)) as unknown as PublicKeyCredentialCreationOptionsJSON
  const response = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw new ExplainedError(explain(error, 'No passkey was added. Try again when you’re ready.'))
  })
  const added = await call(passkeyCreate, { body: { response } })
  rememberPasskey()
  return added
}

const storageKey = 'passkey-used'

/** True if a passkey has been used or made in this browser */
export const hasUsedPasskey = () => supportsPasskeys() && localStorage.getItem(storageKey) !== null

function rememberPasskey(): void {
  try {
    localStorage.setItem(storageKey, '1')
  } catch {
    // A browser that stores nothing offers the passkey less prominently. It has signed the user in all the same.
  }
}

async function readSignInOptions(): Promise<PublicKeyCredentialRequestOptionsJSON> {
  // The cast is safe, because these are the options that the library needs. The browser checks them, too.
  return (await call(passkeyChallengeCreate)) as unknown as PublicKeyCredentialRequestOptionsJSON
}

async function finishSignIn(response: AuthenticationResponseJSON) {
  const signedIn = await call(passkeySessionCreate, { body: { response } })
  rememberPasskey()
  return signedIn
}

/** Words for the errors of the library. `cancelled` is for the usual one: the user closed the browser's dialog. */
function explain(error: unknown, cancelled: string): string {
  // The code of a DOMException is a number.
  const { name, code } = error as { name?: string; code?: string | number }
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'This device has a passkey for your account already.'
  if (typeof code === 'string' && code.startsWith('ERROR_AUTHENTICATOR_MISSING'))
    return 'That device can’t make a passkey with a PIN, a fingerprint, or a face. Try another one.'
  if (name === 'NotAllowedError' || name === 'AbortError') return cancelled
  return 'This browser can’t use a passkey here. Try another browser, or use your password.'
}

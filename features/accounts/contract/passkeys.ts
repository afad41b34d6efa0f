import * as z from 'zod/mini'
import { endpoint, rowEndpoint } from '../../../core/contract/endpoint.ts'
import { signedInResponse } from '../../../core/contract/session.ts'
import { code, newCodes, passkey } from './second-factor.ts'

export const passkeyNameLimit = 60

/** Bytes as base64url, in the JSON format of WebAuthn */
const bytes = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[\w-]*$/))

/** The members that are checked. Others, such as the results of extensions, differ between browsers and are dropped. */
const credential = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
}

/** The result of `startAuthentication` of @simplewebauthn/browser */
export const authentication = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(8000),
    userHandle: z.optional(bytes(200)),
  }),
})

/** The result of `startRegistration` of @simplewebauthn/browser */
export const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(40_000),
    transports: z.optional(z.array(z.string().check(z.maxLength(30))).check(z.maxLength(10))),
  }),
})

/** Options for `navigator.credentials`, which the browser checks */
const options = z.looseObject({ challenge: z.string() })

export const passkeyChallengeCreate = endpoint('POST', '/api/session/passkey-challenge', {
  summary: 'Start a sign-in with a passkey',
  description:
    'Returns the options for `navigator.credentials.get`. The challenge works once, within five minutes.',
  response: options,
})

export const passkeySessionCreate = endpoint('POST', '/api/session/passkey', {
  summary: 'Sign in with a passkey',
  body: z.strictObject({ response: authentication }),
  response: signedInResponse,
})

export const passkeyOptionsCreate = endpoint('POST', '/api/account/passkeys/options', {
  summary: 'Start to add a passkey',
  description:
    'Returns the options for `navigator.credentials.create`. Needs a confirmation in the last ten minutes (POST /api/account/confirmation).',
  response: options,
})

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(passkeyNameLimit))

export const passkeyCreate = endpoint('POST', '/api/account/passkeys', {
  summary: 'Add a passkey',
  description: 'It gets the name of the browser and its system.',
  body: z.strictObject({ response: registration }),
  response: { 201: z.object({ passkey, recoveryCodes: newCodes }) },
})

export const passkeyRename = rowEndpoint('PATCH', '/api/account/passkeys/:id', {
  summary: 'Rename a passkey',
  body: z.strictObject({ name }),
})

export const passkeyDelete = rowEndpoint('DELETE', '/api/account/passkeys/:id', {
  summary: 'Remove a passkey',
  description: 'Needs a confirmation in the last ten minutes (POST /api/account/confirmation).',
})

export const accountConfirm = endpoint('POST', '/api/account/confirmation', {
  summary: 'Confirm that it is you',
  description:
    'With your password, a code of your authenticator app, or a passkey (POST /api/session/passkey-challenge). It counts for ten minutes.',
  body: z.union([
    z.strictObject({ password: z.string().check(z.maxLength(1000)) }),
    z.strictObject({ code }),
    z.strictObject({ passkey: authentication }),
  ]),
})

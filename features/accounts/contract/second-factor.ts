import * as z from 'zod/mini'
import { endpoint, rowEndpoint } from '../../../core/contract/endpoint.ts'

/** A code as typed, which may have spaces or hyphens */
export const code = z.string().check(z.maxLength(100))

export const passkey = z.object({
  id: z.number(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
})

export type Passkey = z.infer<typeof passkey>

const secondFactor = z.object({
  /** True if everyone at this site needs a second factor */
  isRequired: z.boolean(),
  /** The authenticator app. `isReadable` is false if its codes can't be checked, because the secret key is missing. */
  app: z.nullable(z.object({ createdAt: z.string(), isReadable: z.boolean() })),
  passkeys: z.array(passkey),
  recoveryCodes: z.object({ total: z.number(), left: z.number() }),
  /** Why this site can't have passkeys; null if it can */
  passkeyObstacle: z.nullable(z.string()),
})
export type SecondFactor = z.infer<typeof secondFactor>

/** Recovery codes that were just made, which are never shown again; null if the user had some already */
export const newCodes = z.nullable(z.array(z.string()))

const needsConfirmation = 'Needs a confirmation in the last ten minutes (POST /api/account/confirmation).'

export const secondFactorRead = endpoint('GET', '/api/account/second-factor', {
  summary: 'Read your second factors',
  response: secondFactor,
})

const totpSetup = z.object({
  /** Base32, for apps without a camera */
  secret: z.string(),
  uri: z.string(),
  /** The path of an SVG with a view box of `size` by `size` */
  qrCode: z.object({ size: z.number(), path: z.string() }),
})
export type TotpSetup = z.infer<typeof totpSetup>

export const totpStart = endpoint('POST', '/api/account/totp', {
  summary: 'Start to connect an authenticator app',
  description: `The app counts once its first code was sent to /api/account/totp/code. ${needsConfirmation}`,
  response: totpSetup,
})

export const totpConfirm = endpoint('POST', '/api/account/totp/code', {
  summary: 'Finish connecting an authenticator app with its first code',
  body: z.strictObject({ code }),
  response: z.object({ recoveryCodes: newCodes }),
})

export const totpDelete = endpoint('DELETE', '/api/account/totp', {
  summary: 'Disconnect your authenticator app',
  description: needsConfirmation,
})

export const recoveryCodesRenew = endpoint('POST', '/api/account/recovery-codes', {
  summary: 'Make new recovery codes',
  description: `The earlier ones stop working. ${needsConfirmation}`,
  response: z.object({ recoveryCodes: z.array(z.string()) }),
})

export const factorPolicyUpdate = endpoint('PUT', '/api/settings/second-factor', {
  summary: 'Require a second factor from everyone, or stop requiring it',
  description: `People without one set it up at their next sign-in. ${needsConfirmation}`,
  body: z.strictObject({ isRequired: z.boolean() }),
})

export const userFactorReset = rowEndpoint('DELETE', '/api/users/:id/second-factor', {
  summary: 'Reset a colleague’s second factor',
  description: `Removes their passkeys, authenticator app, and recovery codes, and signs them out. ${needsConfirmation}`,
})

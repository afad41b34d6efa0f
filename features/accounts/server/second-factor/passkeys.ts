import { createHmac } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod/mini'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { withIsoTimes } from '../../../../core/server/db/iso-times.ts'
import { readSecret } from '../../../../core/server/db/settings.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'
import type { registration } from '../../contract/passkeys.ts'
import type { Passkey } from '../../contract/second-factor.ts'
import { passkeys } from '../../schema/second-factor.ts'
import { challengeSeconds, createChallenge, spendChallenge } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'

// Loaded on first use, because few processes need it.
const webauthn = () => import('@simplewebauthn/server')

/**
 * EdDSA, ES256, and RS256. The library would add ML-DSA-44, which is experimental in this version of Node and makes it
 * print warnings.
 */
const supportedAlgorithmIDs = [-8, -7, -257]

/** The columns of a passkey that its user sees */
export const shownColumns = {
  id: passkeys.id,
  name: passkeys.name,
  createdAt: passkeys.createdAt,
  lastUsedAt: passkeys.lastUsedAt,
}

/** The options for a browser that makes a passkey for a user */
export async function createPasskeyOptions(
  db: Queryable,
  party: RelyingParty,
  account: { id: number; username: string; displayName: string },
  siteName: string,
) {
  const known = await db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, account.id))
  const { generateRegistrationOptions } = await webauthn()
  const challenge = await createChallenge(db, { purpose: 'register', userId: account.id })
  return generateRegistrationOptions({
    rpName: siteName,
    rpID: party.id,
    userName: account.username,
    userDisplayName: account.displayName,
    userID: toBytes(await readUserHandle(db, account.id)),
    challenge: toBytes(challenge),
    supportedAlgorithmIDs,
    timeout: challengeSeconds * 1000,
    excludeCredentials: known,
    // A discoverable passkey signs in without a username.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

export type CheckedPasskey = Pick<
  typeof passkeys.$inferSelect,
  'credentialId' | 'publicKey' | 'counter' | 'transports'
>

/**
 * Checks that a new passkey was made at this site, for this user, with a challenge of ours, and that the authenticator
 * has verified the user, by a fingerprint or a PIN for example.
 * @throws Error with the reason if not
 */
export async function checkNewPasskey(
  db: Queryable,
  party: RelyingParty,
  userId: number,
  response: z.infer<typeof registration>,
): Promise<CheckedPasskey> {
  const { verifyRegistrationResponse } = await webauthn()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: (challenge) => spendChallenge(db, challenge, { purpose: 'register', userId }),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs,
  })
  if (!verified) throw new Error('the attestation of a passkey is not valid')
  const { id, publicKey, counter } = registrationInfo.credential
  const transports = response.response.transports ?? []
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports }
}

const maxPerUser = 20

/**
 * Stores a passkey. Returns undefined if it is stored already. The caller has locked the user.
 * @throws RequestProblem if the user has too many
 */
export async function storePasskey(
  tx: Queryable,
  userId: number,
  passkey: CheckedPasskey,
  name: string,
): Promise<Passkey | undefined> {
  const rows = await tx.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, userId))
  if (rows.length >= maxPerUser)
    throw new RequestProblem('conflict', { detail: `You have ${maxPerUser} passkeys. Remove one first.` })
  const userHandle = await readUserHandle(tx, userId)
  const [row] = await tx
    .insert(passkeys)
    .values({ userId, userHandle, name, ...passkey })
    .onConflictDoNothing()
    .returning(shownColumns)
  return row && withIsoTimes(row)
}

/** Returns false if the user has no such passkey. */
export async function renamePasskey(db: Queryable, userId: number, id: number, name: string) {
  const { rowCount } = await db.update(passkeys).set({ name }).where(isOwn(userId, id))
  return rowCount === 1
}

export async function deletePasskey(tx: Queryable, userId: number, id: number): Promise<boolean> {
  const { rowCount } = await tx.delete(passkeys).where(isOwn(userId, id))
  return rowCount === 1
}

const isOwn = (userId: number, id: number) => and(eq(passkeys.userId, userId), eq(passkeys.id, id))

/**
 * The user's id for authenticators, base64url. It is the same for all passkeys of a user, so that an authenticator
 * keeps one for each account, and does not tell anyone who finds the authenticator which user it is.
 */
async function readUserHandle(db: Queryable, userId: number): Promise<string> {
  const secret = await readSecret(db, 'passkey_user_key')
  return createHmac('sha256', secret).update(`user ${userId}`).digest('base64url')
}

const toBytes = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'))

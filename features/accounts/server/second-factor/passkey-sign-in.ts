import { and, eq, lt, or, sql } from 'drizzle-orm'
import type { z } from 'zod/mini'
import type { Database, Queryable } from '../../../../core/server/db/connect.ts'
import type { authentication } from '../../contract/passkeys.ts'
import { passkeys } from '../../schema/second-factor.ts'
import type { Client } from '../guess-limit.ts'
import { recordFailedSignIn } from '../record-failed-sign-in.ts'
import { isKnownDevice } from '../sessions.ts'
import { openSession, type SignedIn } from '../sign-in.ts'
import { challengeSeconds, createChallenge, spendChallenge } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'

/** The options for a browser that signs in with a passkey. The passkey names the user. */
export async function createSignInOptions(db: Queryable, { id }: RelyingParty) {
  return {
    challenge: await createChallenge(db, { purpose: 'sign-in' }),
    rpId: id,
    userVerification: 'required',
    timeout: challengeSeconds * 1000,
  }
}

export type PasskeyResult =
  | SignedIn
  | { outcome: 'disabled' }
  | { outcome: 'unknown' }
  | { outcome: 'refused'; reason: unknown }

export async function signInByPasskey(
  db: Database,
  party: RelyingParty,
  response: z.infer<typeof authentication>,
  { deviceToken, userAgent }: Pick<Client, 'deviceToken' | 'userAgent'>,
): Promise<PasskeyResult> {
  const [passkey] = await db.select().from(passkeys).where(eq(passkeys.credentialId, response.id))
  if (!passkey || passkey.userHandle !== response.response.userHandle) {
    await recordFailedSignIn(db, undefined)
    return { outcome: 'unknown' }
  }
  const { userId } = passkey
  const refuse = async (reason: unknown): Promise<PasskeyResult> => {
    await recordFailedSignIn(db, userId)
    return { outcome: 'refused', reason }
  }
  let counter: number
  try {
    counter = await checkSignature(db, party, passkey, response)
  } catch (reason) {
    return refuse(reason)
  }
  const isKnown = deviceToken !== undefined && (await isKnownDevice(db, userId, deviceToken))
  const opened = await openSession(db, userId, {
    method: 'passkey',
    userAgent,
    isNewDevice: !isKnown,
    isUnchanged: (tx) => raiseCounter(tx, passkey.id, counter),
  })
  if (opened.outcome === 'changed') return refuse(new Error('the counter of a passkey did not grow'))
  return opened
}

/** Checks a passkey of a user who is signed in already. */
export async function isOwnPasskey(
  db: Queryable,
  party: RelyingParty,
  userId: number,
  response: z.infer<typeof authentication>,
): Promise<boolean> {
  const isOwn = and(eq(passkeys.credentialId, response.id), eq(passkeys.userId, userId))
  const [passkey] = await db.select().from(passkeys).where(isOwn)
  if (!passkey) return false
  const counter = await checkSignature(db, party, passkey, response).catch(() => undefined)
  return counter !== undefined && raiseCounter(db, passkey.id, counter)
}

/**
 * Checks the signature, the site, the challenge, and that the authenticator has verified the user. Returns its counter.
 * @throws Error with the reason if something is wrong
 */
async function checkSignature(
  db: Queryable,
  party: RelyingParty,
  passkey: typeof passkeys.$inferSelect,
  response: z.infer<typeof authentication>,
): Promise<number> {
  // Loaded on first use, because few processes need it.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: (challenge) => spendChallenge(db, challenge, { purpose: 'sign-in' }),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
  })
  if (!verified) throw new Error('the signature of a passkey is not valid')
  return authenticationInfo.newCounter
}

/**
 * Stores the counter of a passkey. Returns false if it has not grown, which means that a copy of the passkey exists, or
 * if the passkey is gone. Passkeys that are synced between devices always say zero.
 */
async function raiseCounter(db: Queryable, id: number, counter: number): Promise<boolean> {
  const isZero = counter === 0 ? eq(passkeys.counter, 0) : undefined
  const { rowCount } = await db
    .update(passkeys)
    .set({ counter, lastUsedAt: sql`now()` })
    .where(and(eq(passkeys.id, id), or(lt(passkeys.counter, counter), isZero)))
  return rowCount === 1
}

/** True if anyone has a passkey, so that the sign-in page offers it */
export async function hasPasskeys(db: Queryable): Promise<boolean> {
  return (await db.$count(passkeys)) > 0
}

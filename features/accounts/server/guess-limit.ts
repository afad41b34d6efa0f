import type { Queryable } from '../../../core/server/db/connect.ts'
import { readDayHash } from '../../../core/server/http/limits/daily-hash.ts'
import {
  type Count,
  countEvent,
  forgetCounts,
  uncountEvent,
} from '../../../core/server/http/limits/rate-counter.ts'
import { hashToken } from '../../../core/server/http/tokens.ts'
import { enqueue, type Job } from '../../../core/server/jobs/queue.ts'
import { isKnownDevice } from './sessions.ts'

/** `account`: hash of a username in lower case, which may not exist */
export const accountNoticeJob: Job<{ account: string }> = {
  name: 'account-notice',
  seconds: 60,
  keptSeconds: 60,
}

export const guessWindowSeconds = 15 * 60
const guessesPerAccount = 5
const guessesPerAddress = 20

export type TooMany = { outcome: 'too-many'; retryAfterSeconds: number }

/** The facts about a client that the limits depend on */
export type Client = {
  /** Key of the visitor's IP address (http/limits/client-network.ts) */
  visitor: string
  deviceToken: string | undefined
  /** Becomes the name of the session's device in the list of sessions. */
  userAgent: string | undefined
}

/** A counted guess at a password or code, which may be checked now */
export type Guess = {
  outcome: 'counted'
  isKnownDevice: boolean
  account: { key: string; count: Count }
  /** Undefined for a known device */
  address: { key: string; count: Count } | undefined
}

/**
 * Counts a guess before it is checked, per account and per address. A browser that this user has signed in with before
 * has its own limit, so that strangers' guesses cannot lock the owner out. `name` is the username in lower case;
 * `userId` is undefined if no user has it.
 */
export async function countGuess(
  db: Queryable,
  { name, userId }: { name: string; userId: number | undefined },
  { visitor, deviceToken }: Client,
): Promise<Guess | TooMany> {
  const known =
    userId !== undefined && deviceToken !== undefined && (await isKnownDevice(db, userId, deviceToken))
      ? hashToken(deviceToken)
      : undefined

  const hash = await readDayHash(db)
  // Counts the address first, so that a flood from one address cannot use up the account's guesses.
  const address = known ? undefined : await count(db, `sign-in:address:${hash(visitor)}`)
  if (address && address.count.count > guessesPerAddress) return tooMany(address.count)
  const account = await count(db, known ? `sign-in:device:${known}` : guessesKey(name))
  const guess: Guess = { outcome: 'counted', isKnownDevice: known !== undefined, account, address }
  if (account.count.count <= guessesPerAccount) return guess
  // Nothing is checked, so this attempt must not count against the address.
  await forgiveAddress(db, guess)
  // True only once in each window, because every further attempt has a higher count.
  if (!known && account.count.count === guessesPerAccount + 1)
    await enqueue(db, accountNoticeJob, { account: hashToken(name) })
  return tooMany(account.count)
}

/** After a success, the account's earlier guesses no longer count, and neither does this one for the address. */
export async function clearGuesses(db: Queryable, guess: Guess): Promise<void> {
  await forgetCounts(db, [guess.account.key])
  await forgiveAddress(db, guess)
}

/**
 * Takes back one guess that was right but incomplete: the password, without the code. Earlier guesses still count, so
 * that a stranger who knows the password gets no more guesses at the code.
 */
export async function takeGuessBack(db: Queryable, guess: Guess): Promise<void> {
  await uncountEvent(db, guess.account.key, guess.account.count)
  await forgiveAddress(db, guess)
}

/** Forgets the guesses of strangers at an account. */
export async function forgetGuesses(db: Queryable, name: string): Promise<void> {
  await forgetCounts(db, [guessesKey(name)])
}

/** Counts a guess of a signed-in user at their own password or code. */
export async function countOwnGuess(db: Queryable, userId: number): Promise<TooMany | undefined> {
  const counted = await countEvent(db, ownGuessesKey(userId), guessWindowSeconds)
  return counted.count > guessesPerAccount ? tooMany(counted) : undefined
}

export async function forgetOwnGuesses(db: Queryable, userId: number): Promise<void> {
  await forgetCounts(db, [ownGuessesKey(userId)])
}

/** The key exists whether or not a user has this name. */
const guessesKey = (name: string) => `sign-in:account:${hashToken(name)}`
const ownGuessesKey = (userId: number) => `password-change:${userId}`

const count = async (db: Queryable, key: string) => ({
  key,
  count: await countEvent(db, key, guessWindowSeconds),
})

async function forgiveAddress(db: Queryable, { address }: Guess): Promise<void> {
  if (address) await uncountEvent(db, address.key, address.count)
}

const tooMany = ({ retryAfterSeconds }: Count): TooMany => ({ outcome: 'too-many', retryAfterSeconds })

import type { Algorithm } from '@node-rs/argon2'

/** OWASP's first choice for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
const options = {
  algorithm: 2 satisfies Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
} as const

// Loaded on first use, because the module takes two megabytes that a server without sign-ins never needs.
const argon2 = () => import('@node-rs/argon2')

export async function hashPassword(password: string): Promise<string> {
  return (await argon2()).hash(password, options)
}

/** Takes equally long for an unknown user (no `stored` hash), so that the time does not reveal which users exist. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const { verify } = await argon2()
  if (stored !== undefined) return verify(stored, password)
  dummyHash ??= hashPassword('no account has this password')
  await verify(await dummyHash, password)
  return false
}

let dummyHash: Promise<string> | undefined

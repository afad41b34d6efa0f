import { ne, sql } from 'drizzle-orm'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { users } from '../../schema/accounts.ts'

/**
 * True if the name looks like the username or the display name of someone else. Other transactions that ask for a name
 * wait until this one ends, so that two users can't take the same one at the same time.
 */
export async function isNameTaken(tx: Queryable, name: string, ownId = 0): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('display names', 0))`)
  const key = toNameKey(name)
  const others = await tx
    .select({ username: users.username, displayName: users.displayName })
    .from(users)
    .where(ne(users.id, ownId))
  const taken = others.flatMap(({ username, displayName }) => [username, displayName ?? username])
  return key !== '' && taken.some((other) => toNameKey(other) === key)
}

/** The same for names that look the same; empty if the name shows nothing */
export function toNameKey(name: string): string {
  const text = name
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  // Some letters look like a Latin one only in lower case.
  return toLatin(toLatin(text).toLowerCase())
}

const toLatin = (text: string) => text.replaceAll(/[^\p{ASCII}]/gu, (letter) => latinOf.get(letter) ?? letter)

/**
 * Letters that look like a Latin one: the Latin, Greek, Cyrillic, and Armenian ones of Unicode's confusables (UTS #39)
 * that NFKC leaves as they are. Latin letters that look like each other, such as I and l, stay different.
 */
const lookAlikes: Record<string, string> = {
  A: 'ΑА',
  B: 'ΒВꞴ',
  C: 'С',
  E: 'ΕЕ',
  F: 'ϜꞘ',
  G: 'Ԍ',
  H: 'ΗН',
  I: 'ΙІӀƖ',
  J: 'ͿЈꞲ',
  K: 'ΚК',
  M: 'ΜϺМ',
  N: 'Ν',
  O: 'ΟОՕ',
  P: 'ΡР',
  R: 'Ʀ',
  S: 'ЅՏ',
  T: 'ΤТ',
  U: 'Ս',
  V: 'Ѵ',
  W: 'Ԝ',
  X: 'ΧХꞳ',
  Y: 'ΥУҮ',
  Z: 'Ζ',
  a: 'ɑαа',
  b: 'ƄЬ',
  c: 'ᴄс',
  d: 'ԁ',
  e: 'ꬲеҽ',
  f: 'ꬵꞙẝք',
  g: 'ɡᶃƍց',
  h: 'һհ',
  i: 'ıɪɩιіꙇӏ',
  j: 'ϳј',
  n: 'ոռ',
  o: 'ᴏᴑꬽοσоօ',
  p: 'ρр',
  q: 'ԛգզ',
  r: 'ꭇꭈᴦг',
  s: 'ꜱƽѕ',
  u: 'ꞟᴜꭎꭒʋυս',
  v: 'ᴠνѵ',
  w: 'ɯᴡѡԝա',
  x: 'х',
  y: 'ɣᶌʏỿꭚγуү',
  z: 'ᴢ',
}
const latinOf = new Map(
  Object.entries(lookAlikes).flatMap(([latin, letters]) => [...letters].map((letter) => [letter, latin])),
)

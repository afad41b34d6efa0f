import { sql } from 'drizzle-orm'
import type { Queryable } from '../../db/connect.ts'
import { authorInvites, contactSubmissions, firstWordOf, trainingWaitlist } from '../../db/schema.ts'
import type { Detail } from './find-details.ts'

/** Names in one question to the database. */
const wordsAtOnce = 10_000

/**
 * Where a text names people from our own lists: whole words, upper and lower case as they are there, and two words at
 * least, because one alone is too often a word of the language. What lies in Spam counts for nothing, or anybody could
 * have words hidden by sending them to us.
 */
export async function findNames(db: Queryable, text: string): Promise<Detail[]> {
  const names = await loadNames(db, firstWords(text))
  return names.length === 0 ? [] : findIn(text, names)
}

/** What a name in this text could begin with, as the index of the tables has it. */
function firstWords(text: string): string[] {
  const words = new Set<string>()
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’.\-‐‑]{0,100}/gu)) {
    words.add(word)
    // "Smith, Ann"
    if (text[index + word.length] === ',') words.add(`${word},`)
    // "Ann." at the end of a sentence, and the Ann of "well-Ann".
    for (const part of word.split(/(?<=[.])|['’\-‐‑]/u)) if (part !== '') words.add(part).add(trimDots(part))
    words.add(trimDots(word))
  }
  return [...words]
}

const trimDots = (word: string) => word.replace(/['’.\-‐‑]+$/u, '')

async function loadNames(db: Queryable, words: string[]): Promise<string[]> {
  const names = new Set<string>()
  for (let from = 0; from < words.length; from += wordsAtOnce) {
    const some = sql.param(words.slice(from, from + wordsAtOnce))
    const { rows } = await db.execute<{ name: string }>(sql`
      select name from training_waitlist
        where suspected_at is null and ${firstWordOf(trainingWaitlist.name)} = any(${some}::text[])
      union select name from contact_submissions
        where suspected_at is null and ${firstWordOf(contactSubmissions.name)} = any(${some}::text[])
      union select name from author_invites
        where ${firstWordOf(authorInvites.name)} = any(${some}::text[])`)
    for (const { name } of rows) names.add(name)
  }
  return [...names]
}

type Tree = { next: Map<string, Tree>; isName: boolean }

/** Word by word down a tree of all names, so that a thousand people called John cost no more than one. */
function findIn(text: string, names: string[]): Detail[] {
  const tree = growTree(names)
  const words = [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    word,
    from: index,
    to: index + word.length,
  }))
  const found: Detail[] = []
  for (let at = 0; at < words.length; at++) {
    let last: number | undefined
    let here = tree.next.get(words[at]?.word ?? '')
    for (let next = at; here; next++) {
      if (here.isName) last = next
      const gap = text.slice(words[next]?.to, words[next + 1]?.from)
      if (!isGap(gap)) break
      here = here.next.get(words[next + 1]?.word ?? '')
    }
    const [first, end] = [words[at], last === undefined ? undefined : words[last]]
    if (!first || !end || last === undefined) continue
    found.push({ kind: 'name', from: first.from, to: end.to })
    at = last
  }
  return found
}

/** What may stand between two words of one name. */
const isGap = (between: string) => /^(?:[.,]?(?:\s|&nbsp;|&#160;){1,6}|['’.‐‑-]|&#39;|&apos;)$/u.test(between)

function growTree(names: string[]): Tree {
  const tree: Tree = { next: new Map(), isName: false }
  for (const name of names) {
    if (name.trim().split(/\s+/).length < 2) continue
    let here = tree
    for (const [word] of name.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
      const next = here.next.get(word) ?? { next: new Map(), isName: false }
      here.next.set(word, next)
      here = next
    }
    if (here !== tree) here.isName = true
  }
  return tree
}

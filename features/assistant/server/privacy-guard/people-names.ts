import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import type { Feature } from '../../../manifest/feature.ts'
import type { Detail } from './find-details.ts'

/** Max words per query */
const batchSize = 10_000

/** Where the features know people from */
export type NameSources = { db: Queryable; features: Feature[] }

/**
 * Finds names of people who signed up, wrote to us, or were invited as guest authors. Only names of two or more whole
 * words in the same case are found, because a single name is too often an ordinary word.
 */
export async function findNames(sources: NameSources, text: string): Promise<Detail[]> {
  const names = await loadNames(sources, firstWords(text))
  return names.length === 0 ? [] : findIn(text, names)
}

/** Every word that a name in this text could begin with, in the format of the database index (`firstWordOf`) */
function firstWords(text: string): string[] {
  const words = new Set<string>()
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’.\-‐‑]{0,100}/gu)) {
    words.add(word)
    // In "Smith, Ann", the database index has the first word with its comma.
    if (text[index + word.length] === ',') words.add(`${word},`)
    // "Ann." at the end of a sentence, and "Ann" in "well-Ann"
    for (const part of word.split(/(?<=[.])|['’\-‐‑]/u)) if (part !== '') words.add(part).add(trimDots(part))
    words.add(trimDots(word))
  }
  return [...words]
}

const trimDots = (word: string) => word.replace(/['’.\-‐‑]+$/u, '')

async function loadNames({ db, features }: NameSources, words: string[]): Promise<string[]> {
  const names = new Set<string>()
  for (let from = 0; from < words.length; from += batchSize) {
    const some = sql`${sql.param(words.slice(from, from + batchSize))}::text[]`
    const known = features.flatMap(({ peopleNames }) => peopleNames?.(some) ?? [])
    if (known.length === 0) break
    const { rows } = await db.execute<{ name: string }>(sql.join(known, sql` union `))
    for (const { name } of rows) names.add(name)
  }
  return [...names]
}

type Tree = { next: Map<string, Tree>; isName: boolean }

/** Walks a tree of all names word by word, so that a thousand people called John cost no more than one. */
function findIn(text: string, names: string[]): Detail[] {
  const tree = growTree(names)
  const words = [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    word,
    from: index,
    to: index + word.length,
  }))
  const found: Detail[] = []
  for (let index = 0; index < words.length; index++) {
    let last: number | undefined
    let node = tree.next.get(words[index]?.word ?? '')
    for (let next = index; node; next++) {
      if (node.isName) last = next
      const gap = text.slice(words[next]?.to, words[next + 1]?.from)
      if (!isGap(gap)) break
      node = node.next.get(words[next + 1]?.word ?? '')
    }
    const [first, end] = [words[index], last === undefined ? undefined : words[last]]
    if (!first || !end || last === undefined) continue
    found.push({ kind: 'name', from: first.from, to: end.to })
    index = last
  }
  return found
}

/** True if the text between two words, such as a space or a hyphen, may be part of a name */
const isGap = (between: string) => /^(?:[.,]?(?:\s|&nbsp;|&#160;){1,6}|['’.‐‑-]|&#39;|&apos;)$/u.test(between)

function growTree(names: string[]): Tree {
  const tree: Tree = { next: new Map(), isName: false }
  for (const name of names) {
    if (name.trim().split(/\s+/).length < 2) continue
    let node = tree
    for (const [word] of name.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
      const next = node.next.get(word) ?? { next: new Map(), isName: false }
      node.next.set(word, next)
      node = next
    }
    if (node !== tree) node.isName = true
  }
  return tree
}

import type { Finding } from '../../contract/privacy-guard.ts'
import { type Detail, findDetails } from './find-details.ts'
import { findNames, type NameSources } from './people-names.ts'
import { Placeholders } from './placeholders.ts'

/** Lists each personal detail of a text once, in order of appearance. */
export async function listFindings(sources: NameSources, text: string): Promise<Finding[]> {
  const details = await findAll(sources, text)
  const findings = details.map(({ kind, from, to }) => ({ kind, text: text.slice(from, to) }))
  return [...new Map(findings.map((finding) => [finding.text, finding])).values()]
}

/**
 * Replaces personal details in the texts with placeholders, and returns the `Placeholders` that can restore them.
 * `keep` lists details that the user allowed to be sent.
 */
export async function hideDetails<Material extends Record<string, string>>(
  sources: NameSources,
  material: Material,
  keep: readonly string[],
): Promise<{ hidden: Material; placeholders: Placeholders }> {
  const placeholders = new Placeholders(Object.values(material))
  const kept = new Set(keep)
  const hidden: [string, string][] = []
  for (const [key, text] of Object.entries(material)) {
    const details = await findAll(sources, text)
    const secret = details.filter(({ from, to }) => !kept.has(text.slice(from, to)))
    hidden.push([key, placeholders.hide(text, secret)])
  }
  return { hidden: Object.fromEntries(hidden) as Material, placeholders }
}

/** Sorts details and removes overlaps: a name that is part of an email address is hidden with the address. */
async function findAll(sources: NameSources, text: string): Promise<Detail[]> {
  const details = findDetails(text)
  const names = await findNames(sources, text)
  const all = [...details, ...names].sort((a, b) => a.from - b.from || b.to - a.to)
  let end = 0
  return all.filter(({ from, to }) => {
    if (from < end) return false
    end = to
    return true
  })
}

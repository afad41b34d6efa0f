import type { Finding } from '../../../contracts/privacy-guard.ts'
import type { Queryable } from '../../db/connect.ts'
import { type Detail, findDetails } from './find-details.ts'
import { findNames } from './people-names.ts'
import { Placeholders } from './placeholders.ts'

/** The personal details of a text, each once, in the order in which they stand there. */
export async function listFindings(db: Queryable, text: string): Promise<Finding[]> {
  const details = await findAll(db, text)
  const findings = details.map(({ kind, from, to }) => ({ kind, text: text.slice(from, to) }))
  return [...new Map(findings.map((finding) => [finding.text, finding])).values()]
}

/**
 * What may leave the server of some texts, and the placeholders that bring the rest back. `keep`: details that a
 * person has let go.
 */
export async function hideDetails<Material extends Record<string, string>>(
  db: Queryable,
  material: Material,
  keep: readonly string[],
): Promise<{ hidden: Material; placeholders: Placeholders }> {
  const placeholders = new Placeholders(Object.values(material))
  const kept = new Set(keep)
  const hidden: [string, string][] = []
  for (const [key, text] of Object.entries(material)) {
    const details = await findAll(db, text)
    hidden.push([
      key,
      placeholders.hide(
        text,
        details.filter(({ from, to }) => !kept.has(text.slice(from, to))),
      ),
    ])
  }
  return { hidden: Object.fromEntries(hidden) as Material, placeholders }
}

/** In order and apart from each other; a name within an address is hidden with it. */
async function findAll(db: Queryable, text: string): Promise<Detail[]> {
  const details = findDetails(text)
  const names = await findNames(db, text)
  const all = [...details, ...names].sort((one, other) => one.from - other.from || other.to - one.to)
  let end = 0
  return all.filter(({ from, to }) => {
    if (from < end) return false
    end = to
    return true
  })
}

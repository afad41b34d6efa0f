/** A difference between the two versions. `changed` may be what the new version is for; `broken` never is. */
export type Difference = { outcome: 'changed' | 'broken'; text: string }
/** One thing that was compared, such as a page */
export type Finding = { subject: string; differences: Difference[] }
export type Outcome = 'equal' | 'changed' | 'broken'

export const changed = (text: string): Difference => ({ outcome: 'changed', text })
export const broken = (text: string): Difference => ({ outcome: 'broken', text })

export function outcomeOf({ differences }: Finding): Outcome {
  if (differences.some(({ outcome }) => outcome === 'broken')) return 'broken'
  return differences.length > 0 ? 'changed' : 'equal'
}

export function countOutcomes(findings: Finding[]): Record<Outcome, number> {
  const counts = { equal: 0, changed: 0, broken: 0 }
  for (const finding of findings) counts[outcomeOf(finding)]++
  return counts
}

/** One finding for each subject, in the order of their first appearance */
export function mergeFindings(findings: Finding[]): Finding[] {
  return [...Map.groupBy(findings, ({ subject }) => subject)].map(([subject, same]) => ({
    subject,
    differences: same.flatMap(({ differences }) => differences),
  }))
}

/** The kinds of callout: a box beside the running text */
export const calloutTones = ['note', 'tip', 'important'] as const
export type CalloutTone = (typeof calloutTones)[number]

/** Labels of callouts, for readers and in the text editor */
export const calloutLabels: Record<CalloutTone, string> = {
  note: 'Note',
  tip: 'Tip',
  important: 'Important',
}

/** An unknown kind of callout counts as a note. */
export function readTone(given: string | null | undefined): CalloutTone {
  return calloutTones.find((tone) => tone === given) ?? 'note'
}

/**
 * Limits of tables. A table with more columns becomes paragraphs, and so do the tables of a text after `cells` cells.
 * `span` is the maximum of `colspan` and `rowspan`.
 */
export const tableLimits = { columns: 50, cells: 5000, span: 20 } as const

/** Reads the value of `colspan` or `rowspan`; 1 if it is none. */
export function readSpan(given: string | null | undefined): number {
  return /^\d{1,9}$/.test(given ?? '') ? Math.min(Math.max(Number(given), 1), tableLimits.span) : 1
}

/** Reads the size of a file in bytes; undefined if it is none. */
export function readFileSize(given: string | null | undefined): number | undefined {
  return /^[1-9]\d{0,9}$/.test(given ?? '') ? Number(given) : undefined
}

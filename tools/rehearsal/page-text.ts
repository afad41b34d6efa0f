/**
 * The words of a page that people see or hear: text, descriptions of pictures, labels, and where links lead. Values that
 * differ between two requests for the same page are replaced (see `normalize`).
 */
export function readPageText(html: string, place: Place): string {
  const words = html
    .replaceAll(/<!--[\s\S]*?-->|<(script|style|template)\b[\s\S]*?<\/\1>/gi, ' ')
    .replaceAll(/<[a-z][^>]*>/gi, (tag) => ` ${readAttributes(tag)} `)
    .replaceAll(/<[^>]*>/g, ' ')
  return normalize(decode(words), place)
}

/** Where and when a text was read, to recognize what depends on it */
export type Place = { origin: string; now: Date; timeZones: string[] }

const nearMs = 20 * 60_000

/** Replaces the address of the server, names of built files, random tokens, and times near the present. */
export function normalize(text: string, { origin, now, timeZones }: Place): string {
  const isNear = (moment: string) => Math.abs(Date.parse(moment) - now.getTime()) < nearMs
  const nearClocks = new Set(timeZones.flatMap((timeZone) => listClocks(now, timeZone)))
  return text
    .replaceAll(origin, '')
    .replaceAll(new URL(origin).host, '')
    .replaceAll(/(\/assets\/[\w.-]*?)-[\w-]{8}(\.\w+)/g, '$1$2')
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '(id)')
    .replaceAll(/\b(?=[\w-]*\d)(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{32,}/g, '(token)')
    .replaceAll(/\b(\d+|an?|one) (second|minute|hour)s? ago\b|\bin (\d+|an?) (second|minute)s?\b/gi, '(time)')
    .replaceAll(/\bjust now\b|\bless than a minute ago\b/gi, '(time)')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)/g, (moment) =>
      isNear(moment) ? '(time)' : moment,
    )
    .replaceAll(/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g, (moment) =>
      isNear(moment) ? '(time)' : moment,
    )
    .replaceAll(/\b\d{1,2}:\d\d[ \u202f]?[AP]M\b/g, (clock) =>
      nearClocks.has(clock.replace('\u202f', ' ')) ? '(time)' : clock,
    )
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The clock times around the present, as pages write them */
function listClocks(now: Date, timeZone: string): string[] {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
  return Array.from({ length: 41 }, (_, minute) =>
    format.format(now.getTime() + (minute - 20) * 60_000).replace('\u202f', ' '),
  )
}

/** Attributes that people see or hear, and where links lead */
function readAttributes(tag: string): string {
  const kept = /^<a\b/i.test(tag) ? 'href|title|aria-label' : 'alt|title|aria-label|placeholder'
  return [...tag.matchAll(new RegExp(`\\s(?:${kept})="([^"]*)"`, 'gi'))].map(([, value]) => value).join(' ')
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', apos: "'" }

function decode(text: string): string {
  return text.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (all, hex, decimal, name) => {
    if (hex || decimal) return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal))
    return entities[name] ?? all
  })
}

const shownWords = 12

/** Describes the first place where two texts differ, or returns undefined if they are equal. */
export function describeTextDifference(before: string, after: string): string | undefined {
  if (before === after) return undefined
  const [old, next] = [before.split(' '), after.split(' ')]
  let start = 0
  while (start < old.length && old[start] === next[start]) start++
  let end = 0
  while (end < Math.min(old.length, next.length) - start && old.at(-1 - end) === next.at(-1 - end)) end++
  const show = (words: string[]) => {
    const part = words.slice(start, words.length - end)
    if (part.length === 0) return 'nothing'
    return `“${part.slice(0, shownWords).join(' ').slice(0, 120)}${part.length > shownWords ? ' …' : ''}”`
  }
  return `${show(old)} became ${show(next)}`
}

/** Replaces the words that differ between two requests for the same page, so that they are not compared. */
export function maskNoise(text: string, sameAgain: string): (other: string) => string {
  const [words, again] = [text.split(' '), sameAgain.split(' ')]
  const noisy = new Set<number>()
  if (words.length === again.length)
    for (const [index, word] of words.entries()) if (word !== again[index]) noisy.add(index)
  return (other) =>
    noisy.size === 0
      ? other
      : other
          .split(' ')
          .map((word, index) => (noisy.has(index) ? '(varies)' : word))
          .join(' ')
}

import type { DetailKind } from '../../../contracts/privacy-guard.ts'
import type { Detail } from './find-details.ts'

const signs: Record<DetailKind, string> = {
  email: 'EMAIL',
  phone: 'PHONE',
  card: 'CARD',
  tax: 'TAX-NUMBER',
  name: 'PERSON',
}
/** As we write it, and as models write it again. */
const placeholder = /\[(EMAIL|PHONE|CARD|TAX-NUMBER|PERSON)[-_ ](\d{1,7})\]/gi

/** Stand-ins for personal details, the same for the same, and back again. */
export class Placeholders {
  /** Placeholder by detail, and detail by placeholder. */
  #placeholders = new Map<string, string>()
  #details = new Map<string, string>()
  #taken: ReadonlySet<number>
  #last = 0

  /** `texts`: everything that will be sent. What looks like a placeholder there must not become a detail later. */
  constructor(texts: readonly string[]) {
    this.#taken = new Set(
      texts.flatMap((text) => [...text.matchAll(placeholder)].map((match) => Number(match[2]))),
    )
  }

  get count(): number {
    return this.#placeholders.size
  }

  hide(text: string, details: readonly Detail[]): string {
    let hidden = ''
    let at = 0
    for (const { kind, from, to } of details) {
      hidden += text.slice(at, from) + this.#placeholderFor(kind, text.slice(from, to))
      at = to
    }
    return hidden + text.slice(at)
  }

  #placeholderFor(kind: DetailKind, detail: string): string {
    const known = this.#placeholders.get(detail)
    if (known) return known
    do this.#last++
    while (this.#taken.has(this.#last))
    const made = `[${signs[kind]}-${this.#last}]`
    this.#placeholders.set(detail, made)
    this.#details.set(made, detail)
    return made
  }

  /** A placeholder that we never gave stays as it is. None has a space in it, so that a text cut at a word may be restored. */
  restore(text: string): string {
    return text.replaceAll(
      placeholder,
      (whole, sign: string, number: string) =>
        this.#details.get(`[${sign.toUpperCase()}-${Number(number)}]`) ?? whole,
    )
  }
}

import type { DetailKind } from '../../contract/privacy-guard.ts'
import type { Detail } from './find-details.ts'

const signs: Record<DetailKind, string> = {
  email: 'EMAIL',
  phone: 'PHONE',
  card: 'CARD',
  tax: 'TAX-NUMBER',
  name: 'PERSON',
}
/** Also matches the variants that models write, such as `[person 1]` */
const placeholder = /\[(EMAIL|PHONE|CARD|TAX-NUMBER|PERSON)[-_ ](\d{1,7})\]/gi

/** Replaces personal details with placeholders, and restores them. Equal details get the same placeholder. */
export class Placeholders {
  #placeholders = new Map<string, string>()
  #details = new Map<string, string>()
  #taken: ReadonlySet<number>
  #last = 0

  /** `texts` is everything that will be sent. Numbers of placeholders that are already in it are not used again. */
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
    const created = `[${signs[kind]}-${this.#last}]`
    this.#placeholders.set(detail, created)
    this.#details.set(created, detail)
    return created
  }

  /**
   * Leaves unknown placeholders unchanged. Ours contain no space, so text that is cut between words contains whole ones
   * only.
   */
  restore(text: string): string {
    return text.replaceAll(
      placeholder,
      (whole, sign: string, number: string) =>
        this.#details.get(`[${sign.toUpperCase()}-${Number(number)}]`) ?? whole,
    )
  }
}

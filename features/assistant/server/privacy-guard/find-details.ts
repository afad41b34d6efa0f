import type { DetailKind } from '../../contract/privacy-guard.ts'

/** A range of a text, in UTF-16 code units */
export type Detail = { kind: DetailKind; from: number; to: number }

/**
 * Finds personal details by their shape, in this order: email addresses, card numbers, tax numbers, and phone numbers.
 * A number that only might be a detail is hidden, too. That is harmless, because hidden details are restored in the
 * reply. Every pattern has a maximum length, so that the time is linear in the length of the text.
 */
export function findDetails(text: string): Detail[] {
  const plain = plainSigns(text)
  const taken = new Uint8Array(text.length)
  const found: Detail[] = []
  const take = (kind: DetailKind, from: number, to: number) => {
    // Earlier kinds are more certain, so they win an overlap.
    if (taken.subarray(from, to).some((isTaken) => isTaken === 1)) return
    taken.fill(1, from, to)
    found.push({ kind, from, to })
  }
  for (const [from, to] of findAddresses(plain)) take('email', from, to)
  for (const { kind, pattern, isOne } of shapes)
    for (const [from, to] of matches(plain, pattern, isOne)) take(kind, from, to)
  return found.sort((a, b) => a.from - b.from)
}

/** Replaces every kind of space, hyphen, and digit with the ASCII one. The length of the text stays the same. */
function plainSigns(text: string): string {
  return text
    .replaceAll(/[\u00A0\u2000-\u200A\u202F\u3000\t\n\r]/g, ' ')
    .replaceAll(/&nbsp;|&#160;/g, (entity) => ' '.repeat(entity.length))
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/[０-９＠．]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
}

const maxLocalPartLength = 64
const maxDomainLength = 253

/** Searches in both directions from each @. A single pattern would scan a long word again from each of its letters. */
function* findAddresses(text: string): Generator<[from: number, to: number]> {
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const local = /[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+$/u.exec(
      text.slice(Math.max(0, at - maxLocalPartLength), at),
    )
    const domain = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.[\p{L}][\p{L}\p{N}-]*[\p{L}\p{N}]/u.exec(
      text.slice(at + 1, at + 1 + maxDomainLength),
    )
    const name = local?.[0].replace(/^['`.]+/, '') ?? ''
    if (name !== '' && domain) yield [at - name.length, at + 1 + domain[0].length]
  }
}

/** `isOne` decides by the digits of a match whether it is a detail. */
type Shape = { kind: DetailKind; pattern: RegExp; isOne?: (digits: string) => boolean }

const hasLength = (min: number, max: number) => (digits: string) =>
  digits.length >= min && digits.length <= max

/** If a pattern has a group, only the group is the detail. */
const shapes: Shape[] = [
  {
    kind: 'card',
    pattern: /(?<!\d)\d{4}([ -]{1,6})\d{4}\1\d{4}\1\d{4}(?!\d)/d,
    isOne: isLuhn,
  },
  // 17 to 19 digits
  { kind: 'card', pattern: /(?<!\d)(?:\d{4}[ -]){4}\d{1,3}(?!\d)/d, isOne: isLuhn },
  { kind: 'card', pattern: /(?<!\d)\d{4}[ -]{1,6}\d{6}[ -]{1,6}\d{4,5}(?!\d)/d, isOne: isLuhn },
  { kind: 'card', pattern: /(?<!\d)\d{13,19}(?!\d)/d, isOne: isLuhn },
  { kind: 'card', pattern: /(?<!\d)(?<!\d[ -])\d(?:[ -]?\d){12,18}(?![ -]?\d)/d, isOne: isLuhn },
  // United States: social security, individual, and employer numbers
  { kind: 'tax', pattern: /(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])/d },
  { kind: 'tax', pattern: /(?<!\d)(?<!\d )\d{3} \d{2} \d{4}(?! ?\d)/d },
  { kind: 'tax', pattern: /(?<![\d-])\d{2}-\d{7}(?![\d-])/d },
  // Canada: nine digits that pass Luhn's check
  {
    kind: 'tax',
    pattern: /(?<![\d-])(?<!\d )\d{3}([ -])\d{3}\1\d{3}(?![ -]?\d)/d,
    isOne: (digits) => digits.length === 9 && passesLuhn(digits),
  },
  // United Kingdom: national insurance
  {
    kind: 'tax',
    pattern: /(?<![\p{L}\p{N}])[A-CEGHJ-PR-TW-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D](?![\p{L}\p{N}])/du,
  },
  // European Union: value added tax
  {
    kind: 'tax',
    pattern:
      /(?<![\p{L}\p{N}])(?:ATU|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GB|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK) ?[A-Z\d]{0,2}\d{7,12}(?:[A-Z]\d{2}|[A-Z])?(?![\p{L}\p{N}])/du,
  },
  // Any number after a word such as "SSN" or "VAT"
  {
    kind: 'tax',
    pattern:
      /(?<![\p{L}\p{N}])(?:SSN|ITIN|EIN|TIN|PTIN|FEIN|VAT|UTR|NIN|SIN|social security|tax(?:payer)?(?: ?id| ?identification| number| no\b)|steuer-?(?:id|nummer))(?:[ -]?(?:number|no|id|nr))?[^\p{L}\p{N}\n]{0,6}(?:is )?([A-Z]{0,3}\d[\d -]{5,13}\d)(?!\d)/diu,
    isOne: hasLength(7, 15),
  },
  { kind: 'phone', pattern: /tel:([+(]?\d[\d\-().]{4,20}\d)/di },
  {
    kind: 'phone',
    pattern:
      /(?<![\p{L}\p{N}+])(?:\+|00(?=[1-9]))\d{1,3}(?:[ ./()-]{0,6}\d){5,13}(?!\d)(?: {0,2}(?:x|ext\.?|extension) {0,2}\d{1,6})?/diu,
    isOne: hasLength(7, 17),
  },
  // North America, in groups of digits; the next pattern matches ten digits in one piece with a valid area code.
  {
    kind: 'phone',
    pattern:
      /(?<!\d)(?<!\d[.,])(?:1[ .-]{1,6})?(?:\(\d{3}\)[ .-]{0,6}|\d{3}[ ./-]{1,6})\d{3}[ .-]{1,6}\d{4}(?!\d)(?: {0,2}(?:x|ext\.?|extension) {0,2}\d{1,6})?/di,
  },
  { kind: 'phone', pattern: /(?<!\d)(?<!\d[.,])1?[2-9]\d{2}[2-9]\d{6}(?!\d)/d },
  // Other countries, with the leading zero of domestic calls
  {
    kind: 'phone',
    pattern: /(?<!\d)(?<!\d[.,])\(?0\d{2,4}\)?[ ./-]{1,6}\d{2,8}(?:[ .-]{0,6}\d{2,4}){0,3}(?!\d)/d,
    isOne: hasLength(9, 13),
  },
  { kind: 'phone', pattern: /(?<!\d)(?<!\d[.,])0\d(?:[ .-]\d{2}){4}(?!\d)/d },
  // Seven digits are a phone number only after a word such as "call" or "fax".
  {
    kind: 'phone',
    pattern:
      /(?<!\p{L})(?:phone|tel|telephone|call|fax|mobile|cell|text|ring|dial)(?:s|ed|ing)?(?!\p{L})[^\p{L}\p{N}]{0,6}(?:(?:us|me|him|her|them|at|on|is|number|no)[ .:]{1,3}){0,3}(\d{3}[ .-]\d{4})(?!\d)/diu,
  },
]

function* matches(
  text: string,
  { source, flags }: RegExp,
  isOne: (digits: string) => boolean = () => true,
): Generator<[from: number, to: number]> {
  const pattern = new RegExp(source, `${flags}g`)
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [from, to] = rangeOf(match)
    if (isOne(text.slice(from, to).replaceAll(/\D/g, ''))) yield [from, to]
    // Another match may begin inside this rejected one.
    else pattern.lastIndex = match.index + 1
  }
}

/** The range of the first group with a digit, or of the whole match */
function rangeOf(match: RegExpExecArray): [from: number, to: number] {
  // Some patterns capture only the separator of a card number; that group has no digit and is skipped.
  const group = match.indices?.slice(1).find((range) => range && /\d/.test(match.input.slice(...range)))
  return group ?? [match.index, match.index + match[0].length]
}

function isLuhn(digits: string): boolean {
  return digits.length >= 13 && digits.length <= 19 && /^[1-9]/.test(digits) && passesLuhn(digits)
}

/** Luhn's check digit (ISO/IEC 7812-1, annex B) */
function passesLuhn(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

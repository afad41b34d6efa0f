import * as z from 'zod/mini'

/** ISO 4217 codes of the currencies that can be chosen. All are divided into hundredths. */
export const currencies = ['USD', 'CAD', 'EUR', 'GBP', 'AUD', 'NZD'] as const
export type Currency = (typeof currencies)[number]

const maxAmount = 99_999_999

/** Money in hundredths; null for none */
const hundredths = z.nullable(
  z
    .int('Enter an amount, like 1600 or 1600.50.')
    .check(
      z.minimum(1, 'Enter an amount above 0, or leave this blank.'),
      z.maximum(maxAmount, 'Enter a smaller amount.'),
    ),
)

export const isWebAddress = z.refine<string>(
  (url) => url === '' || (url.startsWith('https://') && URL.canParse(url)),
  { error: 'Enter a whole address that begins with https://.' },
)

export const moneyFields = {
  amount: hundredths,
  deposit: hundredths,
  currency: z.enum(currencies),
  payUrl: z.string().check(z.trim(), z.maxLength(2000, 'This address is too long.'), isWebAddress),
}

/** Fields that a request can leave out: they stay as they are, and a new offer has none of them. */
export const optionalMoney = { amount: true, deposit: true, currency: true, payUrl: true } as const

export type Money = { amount: number | null; deposit: number | null; currency: Currency }

/** A deposit is a part of the amount. */
export const depositFits = z.refine<Partial<Pick<Money, 'amount' | 'deposit'>>>(
  ({ amount = null, deposit = null }) => deposit === null || (amount !== null && deposit < amount),
  {
    error: 'The deposit is a part of the amount. Enter less than the amount.',
    path: ['deposit'],
    // Also checked if other fields are wrong, so that all mistakes are named at once.
    when: ({ value }) => z.safeParse(amounts, value).success,
  },
)

const amounts = z.object({ amount: z.optional(hundredths), deposit: z.optional(hundredths) })

/** Reads "1,600.50" as 160050. Null for a blank text, NaN for one that is no amount. */
export function readMoney(typed: string): number | null {
  const text = typed.replaceAll(/[\s,$€£]/g, '')
  if (text === '') return null
  return /^\d+(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : Number.NaN
}

/** "1600" or "1600.50", as it is typed */
export const typeMoney = (hundredths: number | null): string =>
  hundredths === null ? '' : (hundredths / 100).toFixed(2).replace(/\.00$/, '')

/** "$1,600" or "CA$1,600.50" */
export const formatMoney = (hundredths: number, currency: string): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    ...(hundredths % 100 === 0 && { maximumFractionDigits: 0 }),
  }).format(hundredths / 100)

/** "$1,600, with a deposit of $400", and what the price includes on a line of its own; empty if nothing is known */
export function formatPrice({ amount, deposit, currency, price }: Money & { price: string }): string {
  const whole = amount === null ? '' : formatMoney(amount, currency)
  const part = deposit === null ? '' : `, with a deposit of ${formatMoney(deposit, currency)}`
  return [whole + part, price].filter(Boolean).join('\n')
}

/** A sum in the words of a price that says another one than the amount; undefined if they agree, or name none */
export function findOtherPrice(price: string, amount: number | null): string | undefined {
  const sums = price.match(/[$€£]\s?\d[\d,]*(\.\d{1,2})?|\d{1,3}(,\d{3})+(\.\d{1,2})?/g) ?? []
  return amount === null || sums.some((sum) => readMoney(sum) === amount) ? undefined : sums[0]
}

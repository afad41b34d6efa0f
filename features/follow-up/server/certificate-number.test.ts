import { expect, test } from 'vitest'
import { certificateAlphabet, newCertificateNumber, readNumber } from './certificate-number.ts'

test('a number has at least 80 random bits, in groups, without characters that look like others', () => {
  const number = newCertificateNumber()
  expect(number).toMatch(/^([0-9A-Z]{4}-){4}[0-9A-Z]{4}$/)
  expect(new Set(certificateAlphabet).size).toBe(32)
  expect(certificateAlphabet).not.toMatch(/[ILOU]/)
  const bits = number.replaceAll('-', '').length * Math.log2(certificateAlphabet.length)
  expect(bits).toBeGreaterThanOrEqual(80)
})

test('of 20,000 numbers, none comes twice, and every character is about as frequent in every place', () => {
  const numbers = Array.from({ length: 20_000 }, () => newCertificateNumber().replaceAll('-', ''))
  expect(new Set(numbers).size).toBe(numbers.length)
  for (const place of Array(20).keys()) {
    const counts = Map.groupBy(numbers, (number) => number[place])
    expect(counts.size).toBe(32)
    // 625 are expected of each; six standard deviations are 148.
    for (const [, { length }] of counts) expect(Math.abs(length - 625)).toBeLessThan(150)
  }
})

test('a number is read in any case, with or without hyphens, and with the slips of a reader', () => {
  const number = '4K7Q-9TXM-20WA-8R1F-Y3BN'
  for (const typed of [number, number.toLowerCase(), '4k7q9txm2owa8rlfy3bn', ' 4K7Q 9TXM 2OWA 8RIF Y3BN '])
    expect(readNumber(typed)).toBe(number)
  for (const typed of ['', '4K7Q', `${number}-AAAA`, '4K7Q-9TXM-20WA-8R1F-Y3BU', '%', 'x'.repeat(100)])
    expect(readNumber(typed)).toBeUndefined()
})

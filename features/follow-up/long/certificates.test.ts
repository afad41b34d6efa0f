import { expect, test } from 'vitest'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import { certificateAlphabet, formatNumber, newCertificateNumber } from '../server/certificate-number.ts'
import { came, holdGathering, numberOf } from '../testing/gatherings.ts'

const tries = 100_000
const atOnce = 20

/** Also numbers that differ from a known one in a single character */
function guessNear(number: string, index: number): string {
  const characters = [...number.replaceAll('-', '')]
  const place = index % characters.length
  const at = certificateAlphabet.indexOf(characters[place] ?? '')
  characters[place] = certificateAlphabet[(at + 1 + (index % 31)) % 32] ?? ''
  return formatNumber(characters.join(''))
}

test('100,000 guesses from many addresses, random and near a known number, open no certificate', async () => {
  const server = await startTestServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  const marks = Array.from({ length: 500 }, (_, index) => came(`Person ${index}`, { email: '' }))
  await holdGathering(server, marks)
  const known = await numberOf(server, 'Person 7')
  const counts = new Map<number, number>()
  const guess = async (index: number) => {
    const number = index % 2 === 0 ? newCertificateNumber() : guessNear(known, index)
    const visitor = index % 5_000
    const headers = {
      'x-forwarded-for': `198.${18 + (visitor >> 16)}.${(visitor >> 8) & 255}.${visitor & 255}`,
    }
    const { status } = await server.send(`/certificates/${number}`, { headers, method: 'HEAD' })
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  for (let index = 0; index < tries; index += atOnce)
    await Promise.all(Array.from({ length: atOnce }, (_, more) => guess(index + more)))
  expect([...counts.keys()].sort()).toEqual([404])
  expect(counts.get(404)).toBe(tries)
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  expect((await server.send(`/certificates/${known}`, { headers })).status).toBe(200)
}, 1_800_000)

test('from one address, all guesses but 60 are refused before they are looked up', async () => {
  const server = await startTestServer()
  await holdGathering(server)
  const counts = new Map<number, number>()
  for (let index = 0; index < 5_000; index++) {
    const { status } = await server.send(`/certificates/${newCertificateNumber()}`, { method: 'HEAD' })
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  expect(Object.fromEntries(counts)).toEqual({ 404: 60, 429: 4_940 })
  const known = await numberOf(server, 'Ann')
  expect((await server.send(`/certificates/${known}`)).status).toBe(429)
}, 600_000)

import { createServer } from 'node:net'
import { generate } from 'selfsigned'
import { expect, onTestFinished, test } from 'vitest'
import { mailLimits } from '../../../core/server/mail/mail-limits.ts'
import { type FakeTls, type SmtpFault, startFakeSmtp } from '../../../tests/fakes/fake-smtp.ts'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import type { MailValues, TestResult } from '../contract/connections.ts'
import { connectionRequests, mailForm } from '../testing/connections.ts'
import { explainConnectError } from './explain-connect-error.ts'

const password = 'CANARY-password'
const short = { ...mailLimits, connect: 1000, response: 1000, total: 2500 }

async function start({ limits = mailLimits, tls }: { limits?: typeof mailLimits; tls?: FakeTls } = {}) {
  const smtp = await startFakeSmtp(0, tls)
  onTestFinished(() => smtp.close())
  const server = await startTestServer({ env: { SECRET_KEY: 'k'.repeat(40) }, mailLimits: limits })
  const requests = connectionRequests(server, await server.signIn())
  /** Tests typed values, and checks that nothing of them is in the answer or the log. */
  async function testTyped(more: Partial<MailValues> = {}, sendTo?: string): Promise<TestResult> {
    const values = mailForm(smtp, { user: 'ann', ...more })
    const response = await requests.test('mail', {
      connection: { values, secret: password },
      ...(sendTo !== undefined && { sendTo }),
    })
    expect(response.status).toBe(200)
    const text = await response.text()
    for (const seen of [text, ...server.logged])
      for (const hidden of [password, 'not your address', 'fake.example', 'no such user'])
        expect(seen).not.toContain(hidden)
    expect(await server.query('select from connections')).toEqual([])
    expect(await server.query('select from outbox_messages')).toEqual([])
    return JSON.parse(text)
  }
  return { server, smtp, testTyped, ...requests }
}

test('a test signs in, and sends an email from the typed sender if it is asked to', async () => {
  const { smtp, testTyped } = await start()
  expect(await testTyped()).toEqual({
    works: true,
    message: '127.0.0.1 accepts the username and password.',
    advice: null,
  })
  expect(smtp.signIns).toEqual([{ user: 'ann', password }])
  expect(smtp.received).toEqual([])
  const sent = await testTyped({}, 'owner@example.org')
  expect(sent).toMatchObject({ works: true, message: expect.stringContaining('owner@example.org') })
  expect(smtp.received).toMatchObject([{ to: ['owner@example.org'] }])
  expect(smtp.received[0]?.raw).toContain('From: Harbor Helpers <hello@harbor.example>')
  expect(smtp.received[0]?.raw).toContain('Ann Admin sent a test email')
  expect(await testTyped({ user: '' })).toMatchObject({ message: '127.0.0.1 accepts the connection.' })
})

test.each<[SmtpFault, Partial<MailValues>, string, string]>([
  ['refused-sign-in', {}, 'didn’t accept the username and password', 'app password'],
  ['refused-sender', {}, 'didn’t accept the sender address', 'belongs to your account'],
  ['unknown-address', {}, 'refused the test email (550)', 'address for the test'],
  ['refused-mail', {}, 'refused the test email (554)', 'sender address'],
  ['busy-banner', {}, 'isn’t accepting email right now (421)', 'in a few minutes'],
  ['broken-tls', { security: 'starttls' }, 'doesn’t use TLS on port', 'security'],
])('%s: the test says what is wrong and what to do', async (fault, more, message, advice) => {
  const { smtp, testTyped } = await start()
  smtp.always = fault
  expect(await testTyped(more, 'owner@example.org')).toEqual({
    works: false,
    message: expect.stringContaining(message),
    advice: expect.stringContaining(advice),
  })
})

test.each<SmtpFault>(['hung-banner', 'trickle'])('%s: the test ends by its deadline', async (fault) => {
  const { smtp, testTyped } = await start({ limits: short })
  smtp.always = fault
  const began = performance.now()
  expect(await testTyped()).toEqual({
    works: false,
    message: expect.stringContaining('didn’t respond on port'),
    advice: expect.stringContaining('choose TLS'),
  })
  expect(performance.now() - began).toBeLessThan(10_000)
})

test('a server that is not there, and one that is something else', async () => {
  const { testTyped } = await start()
  expect(await testTyped({ port: 9 })).toMatchObject({
    works: false,
    message: '127.0.0.1 refuses connections to port 9.',
    advice: 'Check the port, and whether the service is running.',
  })
  for (const security of ['none', 'tls'] as const)
    expect(await testTyped({ host: 'no-such-server.invalid', security })).toMatchObject({
      message: 'There’s no server named no-such-server.invalid.',
      advice: 'Check the spelling of the name.',
    })
  const web = createServer((socket) => {
    socket.on('error', () => {})
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
  })
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void web.close())
  const { port } = web.address() as { port: number }
  expect(await testTyped({ port })).toMatchObject({
    message: `Something answers at 127.0.0.1, port ${port}, but it isn’t an email server.`,
  })
})

test('the wrong security, and certificates that we don’t trust', async () => {
  const plain = await start()
  expect(await plain.testTyped({ security: 'starttls' })).toMatchObject({
    message: expect.stringContaining('doesn’t offer STARTTLS on port'),
    advice: expect.stringContaining('TLS with port 465'),
  })
  expect(await plain.testTyped({ security: 'tls' })).toMatchObject({
    message: expect.stringContaining('doesn’t use TLS on port'),
  })
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'mail.example' }], {
    keySize: 2048,
    algorithm: 'sha256',
  })
  const cases = [
    { begin: 'direct', security: 'tls' },
    { begin: 'starttls', security: 'starttls' },
  ] as const
  for (const { begin, security } of cases) {
    const encrypted = await start({ tls: { start: begin, key, cert } })
    expect(await encrypted.testTyped({ security })).toMatchObject({
      works: false,
      message: expect.stringContaining('isn’t from an authority that we trust'),
    })
    // The password was not sent.
    expect(encrypted.smtp.signIns).toEqual([])
  }
})

test.each([
  ['CERT_HAS_EXPIRED', 'has expired'],
  ['Error initiating TLS - certificate has expired', 'has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'isn’t for the name smtp.example.org'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'an authority that we trust'],
  ['EAI_AGAIN', 'no server named smtp.example.org'],
  ['ETIMEDOUT', 'didn’t respond on port 587 in time'],
  ['EHOSTUNREACH', 'no way from this site’s server'],
  ['ECONNRESET', 'closed the connection'],
])('%s is told in plain words', (clue, words) => {
  const place = { host: 'smtp.example.org', port: 587 }
  expect(explainConnectError([undefined, 'ESOCKET', clue], place)?.message).toContain(words)
})

test('a stored password is used for the same server only, and never for another', async () => {
  const { smtp, save, test } = await start()
  const values = mailForm(smtp, { user: 'ann' })
  await save('mail', values, password)
  const other = await startFakeSmtp()
  onTestFinished(() => other.close())
  const result = async (json: object) => (await test('mail', json)).json()
  expect(await result({})).toMatchObject({ works: true })
  expect(await result({ connection: { values } })).toMatchObject({ works: true })
  expect(smtp.signIns).toEqual(Array(2).fill({ user: 'ann', password }))
  await result({ connection: { values: mailForm(other, { user: 'ann' }) } })
  await result({ connection: { values: { ...values, host: 'localhost' } } })
  await result({ connection: { values, secret: null } })
  for (const { password: sent } of [...other.signIns, ...smtp.signIns.slice(2)]) expect(sent).toBe('')
})

test('without a connection there is nothing to test, and tests are limited', async () => {
  const { server, smtp, test } = await start()
  expect((await test('mail')).status).toBe(409)
  await server.query(`update rate_counters set count = 60 where key like 'connection-test:%'`)
  const limited = await test('mail', { connection: { values: mailForm(smtp) } })
  expect(limited.status).toBe(429)
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
})

import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { expect, onTestFinished, test } from 'vitest'
import { lookUpReachable } from '../../../core/server/http/private-network.ts'
import { startFakes } from '../../../tests/helpers/start-fakes.ts'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import { aiForm, connectionRequests, mailForm, speechForm } from '../testing/connections.ts'

async function start() {
  const fakes = await startFakes()
  const server = await startTestServer({ env: { SECRET_KEY: 'k'.repeat(40) } })
  return { ...fakes, ...connectionRequests(server, await server.signIn()) }
}

test.each([
  '169.254.169.254',
  'fe80::1',
  'febf::1',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:1',
  '64:ff9b::169.254.169.254',
])('%s is refused when a connection is saved or tested', async (host) => {
  const { smtp, ai, save, test: run } = await start()
  const address = (scheme: string) => `${scheme}://${host.includes(':') ? `[${host}]` : host}/v1`
  for (const [kind, values] of [
    ['mail', mailForm(smtp, { host })],
    ['mail', mailForm(smtp, { host, security: 'tls' })],
    ['ai', aiForm(ai, { address: address('http') })],
    ['ai', aiForm(ai, { address: address('https') })],
    ['speech', speechForm(ai, { address: address('http') })],
  ] as const) {
    const saved = await save(kind, values)
    expect([kind, saved.status]).toEqual([kind, 422])
    expect((await saved.json()).detail).toContain('is a link-local address')
    const tested = await run(kind, { connection: { values, secret: null } })
    expect(await tested.text(), kind).toContain('is a link-local address')
  }
})

test('a name that leads to a link-local address is refused when the connection is made', async () => {
  const { smtp, ai, save, test: run } = await start()
  // The system reads this as 169.254.169.254.
  const values = mailForm(smtp, { host: '0xa9fea9fe', security: 'starttls' })
  expect((await save('mail', values)).status).toBe(200)
  expect(await (await run('mail')).text()).toContain('0xa9fea9fe is a link-local address, or leads to one.')
  const unencrypted = { connection: { values: { ...values, security: 'none' } } }
  expect(await (await run('mail', unencrypted)).text()).toContain('or leads to one')

  answerLookups([{ address: '169.254.169.254', family: 4 }])
  const connection = { values: aiForm(ai, { address: 'https://metadata.example/v1' }), secret: null }
  expect(await (await run('ai', { connection })).text()).toContain('metadata.example is a link-local address')
})

test('of the addresses of a name, the others are used', async () => {
  answerLookups([
    { address: 'fe80::1%eth0', family: 6 },
    { address: '192.168.1.5', family: 4 },
  ])
  const look = (options: object) =>
    new Promise((resolve) => lookUpReachable('nas.local', options, (...answer) => resolve(answer)))
  expect(await look({ all: true })).toEqual([null, [{ address: '192.168.1.5', family: 4 }]])
  expect(await look({})).toEqual([null, '192.168.1.5', 4])
})

function answerLookups(found: dns.LookupAddress[]): void {
  const { lookup } = dns
  const replace = (replacement: unknown) => {
    Object.assign(dns, { lookup: replacement })
    syncBuiltinESMExports()
  }
  replace((_host: string, _options: object, done: (error: null, found: dns.LookupAddress[]) => void) =>
    done(null, found),
  )
  onTestFinished(() => replace(lookup))
}

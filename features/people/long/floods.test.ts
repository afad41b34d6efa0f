import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { columnOf } from '../../../tests/helpers/column-of.ts'
import { hasFeature } from '../../../tests/helpers/feature-testing.ts'
import { finishJobs } from '../../../tests/helpers/finish-jobs.ts'
import { startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { sitePaths } from '../../site/contract/site-paths.ts'
import { signStart } from '../server/form-start.ts'

const join = (server: TestServer, name: string, ip: string, more: object = {}) =>
  server.send('/api/training-waitlist', {
    json: { name, email: `${name.toLowerCase()}@example.org`, message: '', ...more },
    headers: { 'x-forwarded-for': ip },
  })

test('during a flood our own page vouches for a limited number of entries per network, once each', async () => {
  const server = await startTestServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  const inSpam = () =>
    columnOf(server, 'select name from training_waitlist where suspected_at is not null order by id')
  const start = () => signStart(server.instance.db, new Date(Date.now() - 20_000))
  const young = await (await server.send('/api/form-start')).json()
  await join(server, 'Plain', '203.0.113.1')
  await join(server, 'First', '203.0.113.2', { start: await start() })
  expect(await inSpam()).toEqual([])

  await server.query(`update rate_counters set count = 300 where key like 'waitlist:network:%'`)
  // The network is now at its limit of 300 entries, so the following ones are a flood.
  const used = await start()
  await join(server, 'Second', '203.0.113.3', { start: used })
  await join(server, 'Twice', '203.0.113.4', { start: used })
  await join(server, 'Hasty', '203.0.113.5', young)
  await join(server, 'Claims', '203.0.113.6', { seconds: 60 })
  await join(server, 'Elsewhere', '203.0.114.1')
  expect(await inSpam()).toEqual(['Plain', 'Twice', 'Hasty', 'Claims'])

  for (let number = 3; number <= 32; number++)
    await join(server, `Number${number}`, `203.0.113.${number + 100}`, { start: await start() })
  expect(await inSpam()).toEqual(['Plain', 'Twice', 'Hasty', 'Claims', 'Number31', 'Number32'])
})

test('entries that a flood or a copied text marks as spam later cause no notification', async () => {
  const server = await startTestServer({
    env: { TRUSTED_PROXIES: '127.0.0.1', NOTIFY_EMAIL: 'owner@example.org' },
  })
  const message = 'Cheap followers for your site, order today'
  // With daily notices, the entries wait in `lead_notices` until the next morning.
  await server.query(`insert into settings values ('mail', '{"leadNotices":"daily"}')`)
  const told = () => columnOf(server, 'select email from lead_notices order by id')
  await join(server, 'Ann', '192.0.1.1', { message: 'A word of my own' })
  for (let number = 1; number <= 11; number++)
    await join(server, `Copy${number}`, `192.0.${number}.2`, { message })
  // A bot has used this person's email address, too.
  await join(server, 'Copy12', '192.0.20.2', { message: 'I did not write that' })
  expect(await told()).toEqual(['ann@example.org', 'copy12@example.org'])

  await server.query(`update rate_counters set count = 300 where key like 'waitlist:network:%'`)
  // The network is now at its limit of 300 entries, so this one starts a flood.
  await join(server, 'Flood', '192.0.1.7')
  expect(await told()).toEqual(['copy12@example.org'])
})

test('no counter contains the address of a visitor, or anything that reveals an email address', async () => {
  const server = await startTestServer({ env: { TRUSTED_PROXIES: '127.0.0.1' }, jobPause: 0.5 })
  const headers = { 'x-forwarded-for': '203.0.113.77' }
  await join(server, 'Ann', '203.0.113.77')
  await server.send('/api/contact', { headers, json: { name: 'A', company: 'B', email: 'a@example.org' } })
  await server.send('/api/newsletter', { headers, json: { email: 'a@example.org' } })
  await server.send(sitePaths.yourData, { headers, form: { email: 'A@example.org' } })
  await finishJobs(server, 'data-link')
  await server.send('/api/session', { headers, json: { username: 'a', password: 'b' } })
  const keys = (await columnOf<string>(server, 'select key from rate_counters')).join(' ')
  const kept = [
    'waitlist:visitor:',
    'contact:network:',
    ...(hasFeature('newsletter') ? ['newsletter:address:'] : []),
    'data-link:',
    'sign-in:address:',
  ]
  for (const what of kept) expect(keys).toContain(what)
  expect(keys).not.toMatch(/203\.0\.113/)
  for (const kind of ['hex', 'base64url'] as const)
    expect(keys).not.toContain(createHash('sha256').update('a@example.org').digest(kind).slice(0, 20))
})

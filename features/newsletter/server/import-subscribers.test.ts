import { expect, test } from 'vitest'
import { startSignedIn, startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { newsletterPaths } from '../contract/newsletter-paths.ts'
import { startWithReaders, subscribers } from '../testing/newsletter.ts'

test('addresses are imported with how their owners agreed, and exported without formulas', async () => {
  const { server, cookie } = await startSignedIn()
  await server.query(
    `insert into newsletter_subscriptions (email, is_active, end_reason) values ('left@example.org', false, 'unsubscribed')`,
  )
  const addresses =
    'Email,Name\r\n"ann@example.org",Ann\r\nLEFT@example.org,L\r\nnot an address\r\n=cmd@example.org\r\nANN@example.org'
  const post = (json: unknown) => server.send('/api/newsletter/subscribers', { cookie, json })
  expect((await post({ addresses, consent: ' ' })).status).toBe(400)
  expect((await post({ addresses, consent: 'x'.repeat(1001) })).status).toBe(400)
  expect(await (await post({ addresses, consent: 'Signed the paper list at our fair.' })).json()).toEqual({
    added: 2,
    known: 1,
    left: 0,
    deleted: 0,
    ended: 0,
    refused: [{ line: 4, text: 'not an address', reason: 'address' }],
    refusedCount: 1,
  })
  expect((await subscribers(server)).find(({ email }) => email === 'left@example.org')?.is_active).toBe(false)
  const csv = await (await server.send(newsletterPaths.subscribersFile, { cookie })).text()
  expect(csv).toContain(`"'=cmd@example.org"`)
  expect(csv.trim().split('\r\n')).toHaveLength(4)
  const found = await server.send('/api/newsletter/subscribers?q=ann', { cookie })
  const [first] = await found.json()
  expect(first).toMatchObject({ source: 'import', consent: 'Signed the paper list at our fair.' })
  expect(
    (await server.send(`/api/newsletter/subscribers/${first.id}`, { method: 'DELETE', cookie })).status,
  ).toBe(204)

  // The separators are mixed, as in a list copied from a mail program, and the last line is no address.
  const copied = `bea@example.org; cy@example.org,dan@example.org\nEve,eve@example.org\n${'x'.repeat(100)}`
  const answer = await (await post({ addresses: copied, consent: 'Told us so at our fair.' })).json()
  expect(answer).toMatchObject({
    added: 4,
    refused: [{ line: 3, text: `${'x'.repeat(60)}...`, reason: 'address' }],
    refusedCount: 1,
  })
})

test('an export comes back as it was: who left stays out, and no address is another one', async () => {
  const from = await startTestServer()
  await from.query(
    `insert into newsletter_subscriptions (email, is_active, end_reason, frequency, consent) values
      ('ann@example.org', true, null, 'monthly', E'Yes, "please",\nI agree'),
      ('+plus@example.org', true, null, 'all', null),
      ('left@example.org', false, 'unsubscribed', 'all', null),
      ('dead@example.org', false, 'bounced', 'all', null)`,
  )
  await from.query(
    `update newsletter_subscriptions set subscribed_at = '2025-11-22T07:15:30Z', ended_at = case when not is_active then timestamptz '2026-01-02T03:04:05Z' end`,
  )
  const file = await from.send(newsletterPaths.subscribersFile, { cookie: await from.signIn() })
  const to = await startTestServer()
  const json = { addresses: await file.text(), consent: 'From our old list.' }
  const answer = await to.send('/api/newsletter/subscribers', { cookie: await to.signIn(), json })
  expect(await answer.json()).toMatchObject({ added: 2, left: 2, known: 0, refusedCount: 0 })
  expect(
    await to.query(`select 1 from newsletter_subscriptions where subscribed_at <> '2025-11-22T07:15:30Z'
      or ended_at is distinct from case when not is_active then timestamptz '2026-01-02T03:04:05Z' end`),
  ).toEqual([])
  expect(
    await to.query(
      'select email, is_active, end_reason, frequency, consent from newsletter_subscriptions order by email',
    ),
  ).toEqual([
    {
      email: '+plus@example.org',
      is_active: true,
      end_reason: null,
      frequency: 'all',
      consent: 'From our old list.',
    },
    {
      email: 'ann@example.org',
      is_active: true,
      end_reason: null,
      frequency: 'monthly',
      consent: 'Yes, "please",\nI agree',
    },
    {
      email: 'dead@example.org',
      is_active: false,
      end_reason: 'bounced',
      frequency: 'all',
      consent: 'From our old list.',
    },
    {
      email: 'left@example.org',
      is_active: false,
      end_reason: 'unsubscribed',
      frequency: 'all',
      consent: 'From our old list.',
    },
  ])
})

const importList = async (server: TestServer, addresses: string) => {
  const json = { addresses, consent: 'Signed up at our fair.' }
  return (await server.send('/api/newsletter/subscribers', { cookie: await server.signIn(), json })).json()
}

test('an import never makes an unsubscribed person active, whatever the file looks like', async () => {
  const server = await startTestServer()
  const files = [
    'ann@example.org;Smith, Ann;no',
    '"Smith, Ann";ann@example.org;No',
    'Email;Name;Active\r\nann@example.org;Smith, Ann;no\r\n',
    // The header is delimited by commas, but the rows by semicolons.
    'Email,Name,Active\nann@example.org;Smith, Ann;no',
    '\ufeffName,Active,E-mail\r\n"Smith, Ann",false,ann@example.org',
    'Name\tMail address\tSubscribed\nAnn\tann@example.org\t0',
    'Email Address,Status\nann@example.org,unsubscribed',
    'email,member status\nann@example.org,cleaned',
    'email,opt_in\nann@example.org,N',
    'Email,Unsubscribed at,Name\nann@example.org,2025-03-01 10:00,Ann',
    'Email,Unsubscribed\nann@example.org,yes',
    'Email,Is active\nann@example.org,True\nANN@example.org,False',
    'Email,Active\nann@example.org,no\nann@example.org,yes',
    // The first file has a quotation mark that is never closed, and the second a name that contains the delimiter.
    'Email,Name,Active\nann@example.org,"Smith, Ann,no\n',
    'Email,Name,Active\nann@example.org,Smith, Ann,no',
    // Spreadsheets export an empty cell at the end of a row as a trailing comma.
    'Email,Unsubscribed\nann@example.org,Yes,',
    'Email,Status\nann@example.org,Unsubscribed 2026-01-05',
    'ann@example.org,Unsubscribed 2026-01-05',
    'ann@example.org;Smith, Ann;opted-out by phone',
    'ann@example.org,Left on 2026-01-05',
    'Email,Not subscribed\nann@example.org,x',
    'Email,DNC\nann@example.org,Yes',
    'Contact,DNC\nann@example.org,Yes',
    'Email,Do not email\nann@example.org,Yes',
    'Email,Do-Not-Contact\nann@example.org,Yes',
  ]
  for (const file of files) {
    await server.query('delete from newsletter_subscriptions')
    expect(await importList(server, file), file).toMatchObject({ added: 0, left: 1, known: 0 })
    expect(await subscribers(server), file).toMatchObject([
      { email: 'ann@example.org', is_active: false, end_reason: 'unsubscribed' },
    ])
  }
})

test('an import skips a line whose cells do not match a header that says who is subscribed', async () => {
  const server = await startTestServer()
  const files = [
    'Email,Name,Opted out\nann@example.org,Smith, Ann,Yes',
    'Email,Name,Unsubscribed\nann@example.org,Smith, Ann,2026-01-05',
    'Email,Name,Active\nann@example.org,Smith, Ann,N',
    'Email,Name,Active\nann@example.org,N',
    // A line that cannot be read is skipped, even if there is another line for the same person.
    'Email,Opted out\nann@example.org,Smith,Yes\nann@example.org,no',
    'Email,Opted out\nann@example.org,no\nann@example.org,Smith,Yes',
  ]
  for (const file of files) {
    const answer = await importList(server, file)
    expect(answer, file).toMatchObject({ added: 0, left: 0, known: 0, refusedCount: 1 })
    expect(answer.refused, file).toMatchObject([
      { line: file.endsWith('Yes') && file.includes('no\n') ? 3 : 2, reason: 'columns' },
    ])
    expect(await subscribers(server), file).toEqual([])
  }
})

test('an import unsubscribes whom the list marks as unsubscribed, unless they subscribed again later', async () => {
  const { server, mails, sendPost } = await startWithReaders(['ann', 'bea', 'cy'])
  await sendPost('One')
  await server.query(
    `update newsletter_subscriptions set subscribed_at = '2026-02-01' where email like 'bea@%'`,
  )
  const list = [
    'Email,Active,Left,Reason',
    'ANN@example.org,no,,Email bounced',
    'bea@example.org,no,2026-01-05,',
    'cy@example.org,yes,,',
    'new@example.org,no,,',
  ]
  const expected = { added: 0, left: 1, ended: 1, known: 2 }
  expect(await importList(server, list.join('\n'))).toMatchObject(expected)
  expect(await importList(server, list.join('\n'))).toMatchObject({ added: 0, left: 0, ended: 0, known: 4 })
  const rows = await subscribers(server)
  expect(rows.map(({ email, end_reason }) => `${email} ${end_reason}`).toSorted()).toEqual([
    'ann@example.org bounced',
    'bea@example.org null',
    'cy@example.org null',
    'new@example.org unsubscribed',
  ])
  expect((await mails()).map(({ name, status }) => `${name} ${status}`)).toEqual([
    'ann withdrawn',
    'bea queued',
    'cy queued',
  ])
})

test('an import adds everyone else, from any usual file', async () => {
  const server = await startTestServer()
  const files = [
    'ann@example.org',
    'Ann Smith <ann@example.org>',
    'mailto:ann@example.org',
    'ann@example.org;Smith, Ann;yes',
    'ann@example.org,Ann,N,Smith',
    '\ufeff"Name";"E-Mail";"Aktiv"\r\n"Smith, Ann";"ann@example.org";"1"\r\n',
    'name,contact,city\nAnn,ann@example.org,Ames',
    'Email,Unsubscribed at,Status\nann@example.org,,New',
    'Email\tName\rann@example.org\tAnn\r',
    'Email,Unsubscribed,Active\nann@example.org,no,Yes',
    'Email,Unsubscribed\nann@example.org,,',
    // If no column says who is subscribed, a comma in a name does no harm.
    'Email,Name\nann@example.org,Smith, Ann',
    'ann@example.org,Left Bank Bakery',
    'ann@example.org,Bounce House Inc.',
  ]
  for (const file of files) {
    await server.query('delete from newsletter_subscriptions')
    expect(await importList(server, file), file).toMatchObject({ added: 1, left: 0, refusedCount: 0 })
    expect(await subscribers(server), file).toMatchObject([{ email: 'ann@example.org', is_active: true }])
  }
})

test('an import tells which lines have no address', async () => {
  const server = await startTestServer()
  const lines = [
    'Name,Email',
    'Ann,ann@example.org',
    '',
    'Bea,bea@',
    'Cy,',
    '"Di\nLane",di@example.org',
    'Ed',
  ]
  expect(await importList(server, lines.join('\n'))).toEqual({
    added: 2,
    left: 0,
    known: 0,
    ended: 0,
    deleted: 0,
    refused: [
      { line: 4, text: 'bea@', reason: 'address' },
      { line: 5, text: 'Cy, ', reason: 'address' },
      { line: 8, text: 'Ed', reason: 'address' },
    ],
    refusedCount: 3,
  })
})

test('an import brings back no one who left or was deleted', async () => {
  const { server, cookie } = await startSignedIn()
  const names = ['left', 'erased', 'hidden', 'restored', 'new']
  const list = names.map((name) => `${name}@example.org`).join('\n')
  await server.query(
    `insert into newsletter_subscriptions (email, is_active, end_reason, ended_at) values
      ('left@example.org', false, 'unsubscribed', now()), ('erased@example.org', false, 'unsubscribed', now())`,
  )
  const [erased] = await server.query<{ id: number }>(
    `select id from newsletter_subscriptions where email = 'erased@example.org'`,
  )
  const path = `/api/newsletter/subscribers/${erased?.id ?? 0}/data`
  expect((await server.send(path, { method: 'DELETE', cookie })).status).toBe(204)
  for (const [index, name] of ['hidden', 'restored'].entries()) {
    await server.send('/api/training-waitlist', { json: { name, email: `${name}@example.org` } })
    await server.send(`/api/people/waitlist/${index + 1}`, { method: 'DELETE', cookie })
  }
  await server.send('/api/people/waitlist/2/restore', { method: 'POST', cookie })
  expect(await importList(server, list)).toMatchObject({ added: 2, known: 1, left: 0, deleted: 2 })
  expect((await subscribers(server)).map(({ email, is_active }) => [email, is_active]).toSorted()).toEqual([
    ['left@example.org', false],
    ['new@example.org', true],
    ['restored@example.org', true],
  ])
})

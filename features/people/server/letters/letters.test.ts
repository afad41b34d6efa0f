import { randomBytes } from 'node:crypto'
import PostalMime from 'postal-mime'
import { describe, expect, onTestFinished, test } from 'vitest'
import { mailLimits } from '../../../../core/server/mail/mail-limits.ts'
import { startFakeSmtp } from '../../../../tests/fakes/fake-smtp.ts'
import { hasFeature } from '../../../../tests/helpers/feature-testing.ts'
import { startSignedIn, startTestServer, type TestServer } from '../../../../tests/helpers/test-server.ts'
import { ask, readLink } from '../../../privacy/testing/your-data.ts'
import type { LetterPage } from '../../contract/letters.ts'
import type { Person } from '../../contract/people.ts'
import { fillPeople } from '../../testing/people.ts'

const bookingUrl = 'https://book.everyday.test/30-minutes'
const env = { BOOKING_URL: bookingUrl }

async function start(options: Parameters<typeof startTestServer>[0] = {}) {
  const { server, cookie } = await startSignedIn({ ...options, env: { ...env, ...options.env } })
  await fillPeople(server)
  return { server, cookie }
}

const letterTo = (changes: object = {}) => ({
  key: randomBytes(16).toString('hex'),
  subject: 'Your message',
  body: 'Hello {first name},\n\nThank you.\nSee https://example.org/a?b=1&c=2.',
  ...changes,
})

const send = (
  { server, cookie }: { server: TestServer; cookie?: string },
  json: object,
  path = '/api/people/waitlist/1/letters',
) => server.send(path, { method: 'POST', json, cookie })

const problemOf = async (response: Response) => {
  const { detail } = await response.json()
  return `${response.status}: ${detail}`
}

const mails = ({ query }: TestServer) =>
  query<{ id: number; recipient: string; subject: string; text: string; html: string }>(
    'select id, recipient, subject, text, html from outbox_messages where written_by is not null order by id',
  )

const statusOf = async ({ query }: TestServer) =>
  (await query<{ status: string }>('select status from training_waitlist where id = 1'))[0]?.status

const read = async ({ server, cookie }: { server: TestServer; cookie: string }, form = 'waitlist', id = 1) =>
  (await (await server.send(`/api/people/${form}/${id}/letters`, { cookie })).json()) as LetterPage

describe('a letter', () => {
  test('is queued, marks a new entry as contacted, and is on the timeline with who wrote it', async () => {
    const site = await start()
    const { server, cookie } = site
    expect(await read(site)).toMatchObject({
      to: 'ann@example.org',
      refusal: null,
      subject: '',
      byHand: true,
      fields: { name: 'Ann Example', 'first name': 'Ann', 'booking link': bookingUrl },
    })
    const sent = await send(site, letterTo())
    expect(sent.status).toBe(201)
    expect(await sent.json()).toEqual({ mailId: 1, byHand: true })
    const [mail] = await mails(server)
    expect(mail).toMatchObject({ recipient: 'ann@example.org', subject: 'Your message' })
    expect(mail?.text).toContain('Hello Ann,\n\nThank you.\nSee https://example.org/a?b=1&c=2.')
    expect(mail?.html).toContain('<a href="https://example.org/a?b=1&amp;c=2">')
    expect(mail?.html).toContain('>Hello Ann,</p>')
    expect(await statusOf(server)).toBe('contacted')
    const person = (await (await server.send('/api/people/waitlist/1', { cookie })).json()) as Person
    expect(person.events[0]).toMatchObject({
      kind: 'mail',
      text: 'Email “Your message” by Ann Admin: queued.',
      mail: 1,
    })
  })

  test('is only for those who may work with people, and has a subject and a text', async () => {
    const site = await start()
    const { server } = site
    for (const [method, path] of [
      ['GET', '/api/people/waitlist/1/letters'],
      ['POST', '/api/people/waitlist/1/letters'],
      ['POST', '/api/people/waitlist/1/letters/preview'],
      ['POST', '/api/people/waitlist/1/letters/draft'],
    ] as const)
      expect((await server.send(path, { method, ...(method === 'POST' && { json: {} }) })).status).toBe(401)
    for (const [change, words] of [
      [{ subject: ' \n' }, 'subject'],
      [{ body: '' }, 'body'],
      [{ body: 'x'.repeat(10_001) }, '10000'],
      [{ key: 'x' }, 'key'],
      [{ to: 'eve@example.org' }, 'There’s no field “to” here.'],
    ] as const) {
      const response = await send(site, letterTo(change))
      expect(response.status).toBe(400)
      expect((await response.json()).detail).toContain(words)
    }
    expect((await send(site, letterTo(), '/api/people/waitlist/99/letters')).status).toBe(404)
    expect((await send(site, letterTo(), '/api/people/newsletter/1/letters')).status).toBe(404)
    expect(await mails(server)).toEqual([])
    expect(await statusOf(server)).toBe('new')
  })

  test('is sent once, however often and however fast the form is submitted', async () => {
    const site = await start()
    const { server } = site
    const json = letterTo({ body: 'Hello, plan here: {plan link}' })
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(site, json)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(await mails(server)).toHaveLength(1)
    expect(await server.query('select * from plan_links where message_id is not null')).toHaveLength(1)
    // A repeat after a lost response does not undo what happened in the meantime.
    await server.query(`update training_waitlist set status = 'new' where id = 1`)
    expect((await send(site, json)).status).toBe(201)
    expect(await statusOf(server)).toBe('new')
    expect(await problemOf(await send(site, { ...json, body: 'Something else' }))).toMatch(
      /^409: This email was sent already, before your last changes\./,
    )
    expect(await mails(server)).toHaveLength(1)
    // The same key for another person is another letter.
    expect((await send(site, json, '/api/people/waitlist/2/letters')).status).toBe(201)
    expect(await mails(server)).toHaveLength(2)
  })

  test('goes to no one in Spam and to no one who was deleted', async () => {
    const site = await start()
    const { server, cookie } = site
    const toBot = '/api/people/waitlist/3/letters'
    expect(await problemOf(await send(site, letterTo(), toBot))).toMatch(/^409: This entry is in Spam/)
    expect((await read(site, 'waitlist', 3)).refusal).toMatch(/^This entry is in Spam/)
    expect(await problemOf(await send(site, { aim: '' }, '/api/people/waitlist/3/letters/draft'))).toMatch(
      /in Spam/,
    )
    await server.send('/api/people/waitlist/3', { method: 'PATCH', cookie, json: { suspect: false } })
    expect((await send(site, letterTo(), toBot)).status).toBe(201)
    const json = letterTo()
    expect((await send(site, json)).status).toBe(201)
    await server.send('/api/people/waitlist/1', { method: 'DELETE', cookie })
    expect(await problemOf(await send(site, letterTo()))).toMatch(/^409: This person was deleted/)
    // What was sent before stays sent.
    expect((await send(site, json)).status).toBe(201)
    expect(await mails(server)).toHaveLength(2)
  })
})

describe('fields', () => {
  test('are filled in from the person, the site, and the user', async () => {
    const site = await start()
    const { server } = site
    await server.query(
      `insert into plan_answers (entry_id, topics) values (1, '{ai-implementation,leadership,fundraising}')`,
    )
    await server.query(`update settings set value = '"key"' where key = 'offer_link_key'`)
    await server.query(
      `insert into offers (entry_id, trainer_id, status, days, starts_at, ends_at, format, valid_until, token_hash, expires_at)
       values (1, 1, 'sent', '{2099-01-01}', '09:00', '16:00', 'online', '2099-01-01', 'x', '2099-01-01')`,
    )
    const body = `{name}|{ First  Name }|{organization}|{training topics}|{booking link}\n${hasFeature('trainings') ? '{offer link}\n' : ''}{plan link}|{my name}|{site name}`
    // Ann's message by the contact form has an organization; the links are those of her waitlist entry.
    const response = await send(
      site,
      letterTo({ subject: 'For {first name}', body }),
      '/api/people/contact/1/letters',
    )
    expect(response.status).toBe(201)
    const [mail] = await mails(server)
    expect(mail?.subject).toBe('For Ann')
    const words = mail?.text.replaceAll(/\s+/g, ' ')
    expect(words).toContain('Ann E.|Ann|Shop|leadership, fundraising strategies, and AI implementation|')
    expect(words).toContain(`|${bookingUrl} `)
    expect(words).toMatch(/\{\{link\}\}\|Ann Admin\|Everyday AI/)
    expect(mail?.html).toContain('<a href="{{link}}">')
    const opened = await server.send(`/api/outbox/${mail?.id ?? 0}`, { cookie: site.cookie })
    expect((await opened.json()).link).toMatch(/\/waitlist\/plan\/[\w-]{43}$/)

    if (!hasFeature('trainings')) return
    expect(words).toMatch(/\/offer\/[\w-]{43} \{\{link\}\}/)
    // With the link, anyone can answer the offer, which a helper must not.
    const cookie = await server.signIn({ username: 'Hana', role: 'helper' })
    expect((await server.send(`/api/outbox/${mail?.id ?? 0}`, { cookie })).status).toBe(404)
    expect((await read({ server, cookie })).fields).not.toHaveProperty('offer link')
    const refused = await send({ server, cookie }, letterTo({ body: '{offer link}' }))
    expect(await problemOf(refused)).toMatch(/^422: .*no open offer that you can send them/)
  })

  test('without a value, and words in braces that are no field, never leave', async () => {
    const site = await start()
    const { server } = site
    for (const [body, words] of [
      ['At {Organization}', '“{organization}” can’t be filled in, because they named no organization.'],
      [
        '{offer link}',
        hasFeature('trainings')
          ? '“{offer link}” can’t be filled in, because they have no open offer that you can send them.'
          : '“{offer link}” isn’t a field',
      ],
      ['{training topics}', 'because they chose no topics'],
      ['{frist name}', '“{frist name}” isn’t a field'],
      ['{{link}}', '“{link}” isn’t a field'],
    ]) {
      const answer = await problemOf(await send(site, letterTo({ body })))
      expect(answer).toContain('422: ')
      expect(answer).toContain(words)
    }
    expect(await problemOf(await send(site, letterTo({ subject: '{plan link}' })))).toContain(
      'in the subject',
    )
    const preview = await send(
      site,
      { subject: '', body: 'At {organization} {plan link}' },
      '/api/people/waitlist/1/letters/preview',
    )
    expect((await preview.json()).html).toMatch(
      /At \{organization\} <a href="[^"]*\/waitlist\/plan\/their-link">/,
    )
    expect(await mails(server)).toEqual([])
    expect(await server.query('select * from plan_links where message_id is not null')).toEqual([])
    const fresh = await startTestServer()
    const cookie = await fresh.signIn()
    await fillPeople(fresh)
    const letter = letterTo({ body: '{booking link}' })
    expect(await problemOf(await send({ server: fresh, cookie }, letter))).toContain('isn’t set up yet')
  })

  test('are not read out of a person’s own words', async () => {
    const site = await start()
    const { server } = site
    await server.send('/api/training-waitlist', {
      json: {
        name: '{plan link} Eve\r\nBcc: x@example.org',
        email: 'eve@example.org',
        company: '{offer link}<b>',
      },
    })
    const path = '/api/people/waitlist/4/letters'
    expect(
      (await send(site, letterTo({ subject: 'To {name}', body: '{name} at {organization}' }), path)).status,
    ).toBe(201)
    const [mail] = await mails(server)
    expect(mail?.subject).toBe('To plan link Eve Bcc: x@example.org')
    expect(mail?.text).toContain('plan link Eve Bcc: x@example.org at offer link<b>')
    expect(mail?.html).toContain('offer link&lt;b&gt;')
    expect(await server.query('select * from plan_links where message_id is not null')).toEqual([])
  })
})

test('letters are one thread for email apps, and hostile text stays text', async () => {
  const fake = await startFakeSmtp()
  onTestFinished(() => fake.close())
  const limits = { ...mailLimits, firstPause: 50, maxPause: 200 }
  const site = await start({
    env: { SMTP_URL: fake.url, MAIL_FROM: 'Team <hello@everyday.test>' },
    mailLimits: limits,
    jobPause: 0.5,
  })
  const { server } = site
  const evil = 'Hi\r\nBcc: evil@example.org\r\n\r\n.\r\nMAIL FROM:<evil@example.org>'
  const body = `${evil}\n\n<script>alert(1)</script> <img src=x onerror=alert(1)> javascript:alert(1)`
  expect(await (await send(site, letterTo({ subject: evil, body }))).json()).toMatchObject({ byHand: false })
  await expect.poll(() => fake.received.length).toBe(1)
  const first = await PostalMime.parse(fake.received[0]?.raw ?? '')
  expect(fake.received[0]?.to).toEqual(['ann@example.org'])
  expect(first.headers.map(({ key }) => key)).not.toContain('bcc')
  expect(first.inReplyTo).toBeUndefined()
  expect(first.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(first.html).not.toMatch(/<script|<img|href="javascript/)
  expect(first.text).toContain('MAIL FROM:<evil@example.org>')

  const ids = [first.messageId]
  for (let count = 2; count <= 13; count++) {
    // Letters to the same address belong together, whichever entry they were written from.
    const path = count % 2 ? '/api/people/waitlist/1/letters' : '/api/people/contact/1/letters'
    const { subject } = await read(site)
    expect(subject).toMatch(/^Re: Hi Bcc/)
    expect((await send(site, letterTo({ subject }), path)).status).toBe(201)
    await expect.poll(() => fake.received.length).toBe(count)
    const mail = await PostalMime.parse(fake.received.at(-1)?.raw ?? '')
    expect(mail.subject).toMatch(/^Re: Hi/)
    expect(mail.inReplyTo).toBe(ids.at(-1))
    expect(mail.references?.split(' ')).toEqual(ids.slice(-10))
    ids.push(mail.messageId)
  }
  // An email that was never delivered is not referred to, and another person has a thread of their own.
  await server.query(
    `update outbox_messages set status = 'failed' where id = (select max(id) from outbox_messages)`,
  )
  expect((await send(site, letterTo())).status).toBe(201)
  expect((await send(site, letterTo(), '/api/people/waitlist/2/letters')).status).toBe(201)
  await expect.poll(() => fake.received.length).toBe(15)
  const raws = await Promise.all(fake.received.slice(-2).map(({ raw }) => PostalMime.parse(raw)))
  const toAnn = raws.find(({ to }) => to?.[0]?.address === 'ann@example.org')
  const toTom = raws.find(({ to }) => to?.[0]?.address !== 'ann@example.org')
  expect(toAnn?.inReplyTo).toBe(ids.at(-2))
  expect(toTom?.inReplyTo).toBeUndefined()
})

test('a letter is part of the person’s own data, with its text and without its secret link', async () => {
  const { server, cookie } = await start({ jobPause: 0.5 })
  expect((await send({ server, cookie }, letterTo({ body: 'Only for Ann: {plan link}' }))).status).toBe(201)
  await ask(server, 'ann@example.org')
  const file = await server.send(`${await readLink(server)}/data.json`)
  const { mails: own } = await file.json()
  expect(own).toContainEqual(
    expect.objectContaining({
      subject: 'Your message',
      recipient: 'ann@example.org',
      text: expect.stringContaining('Only for Ann: ...'),
    }),
  )
})

test('a link to “Help us plan” in a letter opens the questions, and is renewed with the letter', async () => {
  const site = await start()
  const { server, cookie } = site
  expect((await send(site, letterTo({ body: '{plan link}' }))).status).toBe(201)
  const { link } = await (await server.send('/api/outbox/1', { cookie })).json()
  expect((await server.send(new URL(link).pathname)).status).toBe(200)
  const isLong =
    'select expires_at > now() + interval $$59 days$$ as long from plan_links where message_id = 1'
  await server.query('update plan_links set expires_at = now()')
  const again = () => server.send('/api/outbox/1/again', { method: 'POST', cookie })
  expect((await again()).status).toBe(200)
  expect(await server.query(isLong)).toEqual([{ long: true }])
  await server.query('update plan_links set expires_at = now()')
  await server.send('/api/outbox/1/handed-over', { method: 'POST', cookie })
  expect(await server.query(isLong)).toEqual([{ long: true }])
  // Once the link is forgotten, the letter is not sent again with it. A letter without a link always can be.
  await server.query('delete from plan_links')
  expect((await again()).status).toBe(409)
  expect((await send(site, letterTo())).status).toBe(201)
  expect((await server.send('/api/outbox/2/again', { method: 'POST', cookie })).status).toBe(200)
})

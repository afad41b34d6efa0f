import { describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { sitePaths } from '../../site/contract/site-paths.ts'
import { peoplePaths } from '../contract/people-paths.ts'

const call = '/api/contact'
const message = {
  name: 'Ann Example',
  company: 'Food Bank',
  email: 'ann@example.org',
  phone: '',
  industry: 'A food bank',
  services: ['AI training', 'Something else'],
  timeline: 'Later this year',
}
const thanks = { success: true, message: "Thank you! We'll be in touch soon." }

async function send(server: TestServer, json: unknown, headers: Record<string, string> = {}) {
  const response = await server.send(call, { json, headers })
  return { status: response.status, body: await response.json() }
}

const rows = (server: TestServer) =>
  server.query<Record<string, unknown>>('select * from contact_submissions order by id')

describe('the contact endpoint', () => {
  test('stores the message, empty optional fields as null, and its page', async () => {
    const server = await startTestServer()
    const headers = { referer: `${server.url}/contact?sent=1` }
    expect(await send(server, message, headers)).toEqual({ status: 200, body: thanks })
    await send(server, { name: 'Tom', company: 'Shop', email: 'tom@example.org', services: [] })
    expect(await rows(server)).toMatchObject([
      {
        ...message,
        phone: null,
        status: 'new',
        tags: [],
        source: '/contact',
        suspected_at: null,
        first_entry_id: null,
      },
      { name: 'Tom', industry: null, services: null, timeline: null, source: null },
    ])
  })

  test('reports what to correct and stores nothing', async () => {
    const server = await startTestServer()
    const wrongAddress = 'Enter a valid email address, like name@example.org.'
    const cases: [Record<string, unknown>, Record<string, string>][] = [
      [{}, { name: 'Required', company: 'Required', email: 'Required' }],
      [{ ...message, company: ' \n' }, { company: 'Required' }],
      [{ ...message, email: 'ann@' }, { email: wrongAddress }],
      [{ ...message, email: 'ann@example.org\r\nBcc: x@y.org' }, { email: wrongAddress }],
      [{ ...message, industry: 'x'.repeat(201) }, { industry: 'Keep this to 200 characters or fewer.' }],
      [{ ...message, services: ['x'.repeat(101)] }, { services: 'Keep this to 100 characters or fewer.' }],
      [{ ...message, services: Array(21).fill('x') }, { services: 'Choose up to 20.' }],
    ]
    for (const [body, errors] of cases)
      expect(await send(server, body)).toEqual({
        status: 200,
        body: { success: false, message: 'Please fix the fields below.', errors },
      })
    expect(await rows(server)).toEqual([])
  })

  test('refuses broken requests and stores nothing', async () => {
    const server = await startTestServer()
    const broken: [unknown, Record<string, string>, number][] = [
      [{ ...message, admin: true }, {}, 400],
      [{ ...message, status: 'closed' }, {}, 400],
      [{ ...message, services: [5] }, {}, 400],
      [{ ...message, name: 'a\0b' }, {}, 400],
      [{ ...message, services: ['a\ud800'] }, {}, 400],
      [{ ...message, seconds: -1 }, {}, 400],
      [message, { 'sec-fetch-site': 'cross-site' }, 403],
      [{ ...message, name: 'a'.repeat(100_000) }, {}, 413],
    ]
    for (const [json, headers, status] of broken)
      expect((await server.send(call, { json, headers })).status, JSON.stringify(json).slice(0, 80)).toBe(
        status,
      )
    expect(await rows(server)).toEqual([])
  })

  test('the same message twenty times at once is one row; later messages of an address are linked', async () => {
    const server = await startTestServer()
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(server, message)))
    expect(answers.every(({ body }) => body.success)).toBe(true)
    await send(server, { ...message, email: 'ANN@example.org', services: [] })
    const [first, second, ...more] = await rows(server)
    expect(more).toEqual([])
    expect(second).toMatchObject({ first_entry_id: first?.id, email: 'ANN@example.org' })
  })

  test('accepts ten colleagues with the same choices, and detects a text under many names', async () => {
    const server = await startTestServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
    const advert = 'Cheap followers for your site, order today'
    for (let number = 1; number <= 11; number++) {
      const write = (who: string, more: object) =>
        send(
          server,
          { ...message, email: `${who}${number}@example.org`, ...more },
          { 'x-forwarded-for': `192.0.${number}.1` },
        )
      await write('colleague', { company: 'The Community Foundation of Greater Springfield' })
      await write('answer', { company: `Shop ${number}`, timeline: advert })
      await write('name', { company: `${advert}. ${advert}.`, industry: `Number ${number}` })
    }
    const kept = await server.query<{ who: string; aside: number }>(
      `select rtrim(split_part(email, '@', 1), '0123456789') as who, count(suspected_at)::int as aside
       from contact_submissions group by who order by who`,
    )
    expect(kept).toEqual([
      { who: 'answer', aside: 11 },
      { who: 'colleague', aside: 0 },
      { who: 'name', aside: 11 },
    ])
  })

  test('moves a bot’s message to Spam, with the same response', async () => {
    const server = await startTestServer()
    expect((await send(server, { ...message, website: 'http://spam.example' })).body).toEqual(thanks)
    expect((await send(server, { ...message, name: 'see www.spam.example' })).body).toEqual(thanks)
    expect((await rows(server)).map((row) => row.suspected_at !== null)).toEqual([true, true])
  })
})

describe('the plain contact form', () => {
  const form = { ...message, services: 'AI training' }

  test('leads to the success screen', async () => {
    const server = await startTestServer()
    const response = await server.send(sitePaths.contact, { form: { ...form, website: '' } })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(peoplePaths.contactSent)
    expect(await (await server.send(peoplePaths.contactSent)).text()).toContain('We got your message')
    expect(await rows(server)).toMatchObject([{ services: ['AI training'] }])
  })

  test('asks once about an address that looks mistyped', async () => {
    const server = await startTestServer()
    const odd = { ...form, email: 'ruth@gracechapel' }
    const asked = await server.send(sitePaths.contact, { form: odd })
    expect(asked.status).toBe(422)
    const html = await asked.text()
    expect(html).toContain('Is ruth@gracechapel right? It has no .com or .org at the end.')
    expect(html).toMatch(/<input type="checkbox"[^>]*checked=""[^>]*value="AI training"/)
    expect(await rows(server)).toEqual([])
    const again = { ...odd, askedAbout: 'ruth@gracechapel' }
    expect((await server.send(sitePaths.contact, { form: again })).status).toBe(303)
    expect(await rows(server)).toMatchObject([{ email: 'ruth@gracechapel' }])
  })

  test('accepts several services', async () => {
    const server = await startTestServer()
    const body = new URLSearchParams({ ...form })
    body.append('services', 'Something else')
    expect((await server.send(sitePaths.contact, { body })).status).toBe(303)
    expect(await rows(server)).toMatchObject([{ services: ['AI training', 'Something else'] }])
  })

  test('keeps what was typed and ties the errors to the fields', async () => {
    const server = await startTestServer()
    const response = await server.send(sitePaths.contact, { form: { ...form, email: '"><b>x' } })
    expect(response.status).toBe(422)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const html = await response.text()
    expect(html).toContain('value="Food Bank"')
    expect(html).toContain('value="&quot;&gt;&lt;b&gt;x"')
    expect(html).toMatch(/<input type="checkbox"[^>]*checked=""[^>]*value="AI training"/)
    expect(html).toMatch(/<option selected="">Later this year/)
    const describedBy = /<input type="email"[^>]*aria-describedby="([^"]+)"/.exec(html)?.[1]
    expect(html).toContain(`id="${describedBy}">Enter a valid email address`)
    expect(await rows(server)).toEqual([])
  })
})

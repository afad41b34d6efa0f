import { describe, expect, test } from 'vitest'
import { paths } from '../../../core/contract/paths.ts'
import { startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { sitePaths } from '../../site/contract/site-paths.ts'

const ann = { name: 'Ann Example', email: 'ann@example.org', phone: '', company: '', message: '' }
const call = '/api/training-waitlist'

async function join(server: TestServer, json: unknown, headers: Record<string, string> = {}) {
  const response = await server.send(call, { json, headers })
  return { status: response.status, body: await response.json() }
}

const welcome = {
  success: true,
  message: "You're on the list! We'll be in touch soon.",
  // The link to the optional questions
  planUrl: expect.stringMatching(/^\/waitlist\/plan\/[\w-]{43}$/),
}

const rows = (server: TestServer) =>
  server.query<Record<string, unknown>>('select * from training_waitlist order by id')

describe('the waitlist endpoint', () => {
  test('stores the entry, empty optional fields as null, and responds with the product’s message', async () => {
    const server = await startTestServer()
    expect(await join(server, ann)).toEqual({ status: 200, body: welcome })
    const empty = { phone: null, company: null, message: null, suspected_at: null }
    expect(await rows(server)).toMatchObject([{ name: 'Ann Example', email: 'ann@example.org', ...empty }])
  })

  test('reports what to correct and stores nothing', async () => {
    const server = await startTestServer()
    const wrongAddress = 'Enter a valid email address, like name@example.org.'
    const cases: [Record<string, string>, Record<string, string>][] = [
      [{}, { name: 'Required', email: 'Required' }],
      [{ name: '  ', email: 'ann@example.org' }, { name: 'Required' }],
      [{ ...ann, email: 'ann@' }, { email: wrongAddress }],
      [{ ...ann, email: 'ann@example.org\r\nBcc: x@y.org' }, { email: wrongAddress }],
      [{ ...ann, message: 'x'.repeat(5001) }, { message: 'Keep this to 5,000 characters or fewer.' }],
    ]
    for (const [body, errors] of cases)
      expect(await join(server, body)).toEqual({
        status: 200,
        body: { success: false, message: 'Please fix the fields below.', errors },
      })
    expect(await rows(server)).toEqual([])
  })

  test('refuses broken requests with a problem and stores nothing', async () => {
    const server = await startTestServer()
    const json = { 'content-type': 'application/json' }
    const big = JSON.stringify({ ...ann, name: 'a'.repeat(1024 * 1024) })
    const cases: [string, Record<string, string>, number][] = [
      ['{"name":', json, 400],
      ['', json, 400],
      ['[]', json, 400],
      ['null', json, 400],
      [JSON.stringify({ ...ann, name: 5 }), json, 400],
      [JSON.stringify({ ...ann, admin: true }), json, 400],
      [JSON.stringify({ ...ann, name: 'a\0b' }), json, 400],
      ['{"name":"a\\ud800","email":"ann@example.org"}', json, 400],
      ['{"name":"a","email":"ann@example.org","__proto__":{"x":1}}', json, 400],
      [`${'['.repeat(20_000)}${']'.repeat(20_000)}`, json, 400],
      [big, json, 413],
      ['name=Ann&email=ann%40example.org', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
      [JSON.stringify(ann), { 'content-type': 'text/plain' }, 415],
      [JSON.stringify(ann), { ...json, 'sec-fetch-site': 'cross-site' }, 403],
      [JSON.stringify(ann), { ...json, 'sec-fetch-site': 'same-site' }, 403],
    ]
    for (const [body, headers, status] of cases) {
      const response = await server.send(call, { method: 'POST', body, headers })
      expect(response.status, body.slice(0, 80)).toBe(status)
      expect(response.headers.get('content-type')).toContain('application/problem+json')
      const problem = await response.json()
      expect(problem).toMatchObject({ status, requestId: response.headers.get('x-request-id') })
      expect(problem.detail).toMatch(/^[A-Z].*\.$/)
    }
    expect(await rows(server)).toEqual([])
  })

  test('without Sec-Fetch-Site only an equal Origin counts', async () => {
    const server = await startTestServer()
    const post = (origin?: string) =>
      fetch(server.url + call, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(origin && { origin }) },
        body: JSON.stringify(ann),
      }).then((response) => response.status)
    expect(await post()).toBe(403)
    expect(await post('null')).toBe(403)
    expect(await post('https://evil.example')).toBe(403)
    expect(await post(server.url)).toBe(200)
    expect(await post('http://everyday.test')).toBe(200)
  })

  test('the same entry twenty times at once is one row; later entries of an address are linked', async () => {
    const server = await startTestServer()
    const answers = await Promise.all(Array.from({ length: 20 }, () => join(server, ann)))
    expect(answers.every((answer) => answer.body.success)).toBe(true)
    expect(await rows(server)).toHaveLength(1)

    await join(server, { ...ann, email: 'ANN@example.org', message: 'One more thing' })
    const [first, second] = await rows(server)
    expect(second).toMatchObject({ first_entry_id: first?.id, email: 'ANN@example.org' })

    await server.query(`update training_waitlist set created_at = now() - interval '11 minutes'`)
    await join(server, ann)
    expect(await rows(server)).toHaveLength(3)
  })

  test('stores the page that the form was on', async () => {
    const server = await startTestServer()
    await join(server, ann, { referer: `${server.url}/?utm_source=x#on-site-training` })
    await join(server, { ...ann, message: 'again' }, { referer: 'https://evil.example/' })
    const form = { form: { ...ann, website: '', message: 'by the form' } }
    await server.send(sitePaths.waitlist, { ...form, headers: { referer: server.url + sitePaths.waitlist } })
    expect((await rows(server)).map((row) => row.source)).toEqual([paths.home, null, sitePaths.waitlist])
  })

  test('stores every character that Postgres can hold', async () => {
    const server = await startTestServer()
    const message = `\u0001 \u2028 \ufeff é e\u0301 🙏🏽 עברית ${String.fromCodePoint(0x10ffff)} <b>'"\\ \r\n\t end  `
    await join(server, { ...ann, message })
    expect((await rows(server))[0]?.message).toBe(message)
  })

  test('moves bots to Spam with the same response, and never because of the five fields alone', async () => {
    const server = await startTestServer()
    expect((await join(server, { ...ann, website: 'http://spam.example' })).body).toEqual(welcome)
    for (let number = 1; number <= 31; number++)
      expect((await join(server, { ...ann, message: `entry ${number}` })).body).toEqual(welcome)
    const [{ aside, listed } = {}] = await server.query(
      'select count(suspected_at)::int as aside, count(*) filter (where suspected_at is null)::int as listed from training_waitlist',
    )
    // The honeypot entry counts toward the limit of 30, so 29 of the 31 entries are within it and two are Spam.
    expect({ aside, listed }).toEqual({ aside: 3, listed: 29 })
  })

  test('a bot’s copy does not replace the person’s own entry, and is itself stored once', async () => {
    const server = await startTestServer()
    await join(server, { ...ann, website: 'x' })
    await join(server, { ...ann, website: 'x' })
    expect(await rows(server)).toHaveLength(1)
    await join(server, ann)
    await join(server, ann)
    expect((await rows(server)).map((row) => row.suspected_at === null)).toEqual([false, true])
  })

  test('a flood is refused from memory, with the time to wait', async () => {
    const server = await startTestServer()
    let refused: Response | undefined
    for (let number = 0; number < 650 && !refused; number++) {
      const response = await server.send(call, { json: {} })
      if (response.headers.has('retry-after')) refused = response
    }
    expect(refused?.status).toBe(200)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(60)
    expect(await refused?.json()).toEqual({
      success: false,
      message: 'We’ve gotten too many sign-ups from your network. Please try again in a few minutes.',
    })
  })
})

describe('the plain waitlist form', () => {
  test('leads to the success screen', async () => {
    const server = await startTestServer()
    const response = await server.send(sitePaths.waitlist, { form: { ...ann, website: '' } })
    expect(response.status).toBe(303)
    const next = response.headers.get('location') ?? ''
    expect(next).toMatch(/^\/waitlist\/plan\/[\w-]{43}\?joined=1$/)
    expect(await (await server.send(next)).text()).toContain('You&#x27;re on the list!')
    expect(await rows(server)).toHaveLength(1)
  })

  test('keeps what was typed and ties the errors to the fields', async () => {
    const server = await startTestServer()
    const response = await server.send(sitePaths.waitlist, {
      form: { ...ann, email: 'not an address', message: '</textarea><b>"hi"' },
    })
    expect(response.status).toBe(422)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const html = await response.text()
    expect(html).toContain('value="Ann Example"')
    expect(html).toContain('value="not an address"')
    expect(html).toContain('&lt;/textarea&gt;&lt;b&gt;&quot;hi&quot;')
    const describedBy = /<input type="email"[^>]*aria-describedby="([^"]+)"/.exec(html)?.[1]
    expect(html).toContain(`id="${describedBy}">Enter a valid email address`)
    expect(await rows(server)).toEqual([])
  })
})

describe('an address that looks mistyped', () => {
  const odd = { ...ann, email: 'ann@gmial.com' }
  const emails = async (server: TestServer) => (await rows(server)).map(({ email }) => email)

  test('is accepted by the endpoint as it is', async () => {
    const server = await startTestServer()
    for (const email of ['ann@gmial.com', 'ruth@gracechapel'])
      expect((await join(server, { ...ann, email })).body).toMatchObject({ success: true })
    expect(await emails(server)).toEqual(['ann@gmial.com', 'ruth@gracechapel'])
  })

  test('is asked about once by the plain form', async () => {
    const server = await startTestServer()
    const send = (form: Record<string, string>) => server.send(sitePaths.waitlist, { form })
    const asked = await send(odd)
    expect(asked.status).toBe(422)
    const html = await asked.text()
    expect(html).toContain('Did you mean ann@gmail.com? Send again to keep ann@gmial.com.')
    expect(html).toContain('<input type="hidden" name="askedAbout" value="ann@gmial.com"/>')
    expect(html).toMatch(/<button [^>]*value="ann@gmail.com"[^>]*name="meant"/)
    // The form asks again for a different suspicious address.
    expect((await send({ ...ann, email: 'ruth@gracechapel', askedAbout: 'ann@gmial.com' })).status).toBe(422)
    expect(await emails(server)).toEqual([])
    expect((await send({ ...odd, askedAbout: 'ann@gmial.com' })).status).toBe(303)
    expect((await send({ ...odd, askedAbout: 'ann@gmial.com', meant: 'ann@gmail.com' })).status).toBe(303)
    expect(await emails(server)).toEqual(['ann@gmial.com', 'ann@gmail.com'])
  })

  test('is refused as the answer to the question, too, if it is invalid', async () => {
    const server = await startTestServer()
    const form = { ...odd, askedAbout: 'ann@gmial.com', meant: '"><b>x' }
    const response = await server.send(sitePaths.waitlist, { form })
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('Enter a valid email address')
    expect(await emails(server)).toEqual([])
  })
})

describe('the list', () => {
  test('has every field, newest first, page by page, without spam', async () => {
    const server = await startTestServer()
    const cookie = await server.signIn()
    for (let number = 1; number <= 5; number++) await join(server, { ...ann, message: `entry ${number}` })
    await join(server, { ...ann, website: 'x' })
    const seen: string[] = []
    let next: string | undefined = `${call}?limit=2`
    while (next) {
      const response: Response = await server.send(next, { cookie })
      expect(response.headers.get('x-total-count')).toBe('5')
      expect(response.headers.get('cache-control')).toBe('no-store')
      const entries = await response.json()
      expect(Object.keys(entries[0])).toEqual('id name email phone company message createdAt'.split(' '))
      seen.push(...entries.map((entry: { message: string }) => entry.message))
      next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
    }
    expect(seen).toEqual(['entry 5', 'entry 4', 'entry 3', 'entry 2', 'entry 1'])
  })

  test('refuses an invalid limit and cursor', async () => {
    const server = await startTestServer()
    const cookie = await server.signIn()
    const queries = 'limit=0 limit=x limit=100000 cursor=-1 cursor=99999999999 limit=1&limit=2'
    for (const query of queries.split(' '))
      expect((await server.send(`${call}?${query}`, { cookie })).status, query).toBe(400)
  })
})

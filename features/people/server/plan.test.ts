import { describe, expect, test } from 'vitest'
import { withLink } from '../../../core/server/mail/encrypted-link.ts'
import { finishJobs } from '../../../tests/helpers/finish-jobs.ts'
import { startSite } from '../../../tests/helpers/start-site.ts'
import { startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { sitePaths } from '../../site/contract/site-paths.ts'
import { peoplePaths } from '../contract/people-paths.ts'
import { planPage } from '../words/plan.ts'
import { sweepPlanLinks } from './plan-links.ts'

const ann = { name: 'Ann Example', email: 'ann@example.org', phone: '', company: '', message: '' }
const answers = {
  city: ' Springfield ',
  state: 'illinois',
  zip: '627011234',
  groupSize: '1,200',
  topics: ['fundraising', 'leadership', 'leadership'],
  months: ['11', '1'],
  weekdays: '2',
  format: 'either',
}
const stored = {
  city: 'Springfield',
  state: 'IL',
  zip: '62701-1234',
  group_size: 1200,
  topics: ['fundraising', 'leadership'],
  months: [1, 11],
  weekdays: [2],
  format: 'either',
  entered_by: null,
}

/** Joins the waitlist and returns the path of the questions. */
async function join(server: TestServer, different: object = {}): Promise<string> {
  const response = await server.send('/api/training-waitlist', { json: { ...ann, ...different } })
  const { planUrl }: { planUrl: string } = await response.json()
  expect(planUrl).toMatch(/^\/waitlist\/plan\/[\w-]{43}$/)
  return planUrl
}

const readAnswers = (server: TestServer) =>
  server.query<Record<string, unknown>>(
    `select entry_id, city, state, zip, group_size, topics, months, weekdays, format, entered_by
     from plan_answers order by entry_id`,
  )

/** Everything that opening a link could change */
const readState = (server: TestServer) =>
  server.query(`select (select json_agg(l) from plan_links as l) as links,
    (select json_agg(a) from plan_answers as a) as answers, (select json_agg(w) from training_waitlist as w) as entries`)

describe('the link', () => {
  test('stores the answers with its entry, tidied', async () => {
    const server = await startTestServer()
    await join(server, { email: 'tom@example.org' })
    const link = await join(server)
    const response = await server.send(link, { form: answers })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(`${link}?sent=1`)
    const thanks = await server.send(`${link}?sent=1`)
    expect(await thanks.text()).toContain('We have your answers.')
    expect(await readAnswers(server)).toEqual([{ entry_id: 2, ...stored }])
    const people = await server.send('/api/people', { cookie: await server.signIn() })
    expect(await people.json()).toMatchObject([
      { id: 2, planSummary: { place: 'Springfield, IL', groupSize: 1200 } },
      { id: 1, planSummary: null },
    ])
    // The database holds only a hash of the link.
    expect(JSON.stringify(await readState(server))).not.toContain(link.split('/').at(-1))
  })

  test('leads to a page with the office’s own words', async () => {
    const { server, change } = await startSite()
    await change('planPage', {
      title: 'Find a day with us',
      empty: 'Answer one question at least.',
      done: { ...planPage.done, lead: 'We will call.' },
    })
    await change('waitlist', { plan: { lead: 'Have a minute?', link: 'Tell us more' } })
    const link = await join(server)
    const read = async (path: string) => (await server.send(path)).text()
    await expect.poll(() => read(link)).toContain('<h1>Find a day with us</h1>')
    expect(await (await server.send(link, { form: {} })).text()).toContain('Answer one question at least.')
    expect(await read(`${link}?sent=1`)).toContain('We will call.')
    expect(await read(`${link}?joined=1`)).toMatch(/Have a minute\?.*Tell us more/)
  })

  test('is private, and shows no earlier answers', async () => {
    const server = await startTestServer()
    const link = await join(server)
    expect(await (await server.send(link)).text()).not.toContain(planPage.again)
    await server.send(link, { form: answers })
    expect(await (await server.send(link)).text()).toContain(planPage.again)
    for (const url of [link, `${link}?joined=1`, `${link}?sent=1`]) {
      const page = await server.send(url)
      expect(page.status).toBe(200)
      expect(page.headers.get('cache-control')).toBe('no-store')
      expect(page.headers.get('referrer-policy')).toBe('same-origin')
      expect(page.headers.get('x-robots-tag')).toBe('noindex')
      expect(await page.text()).not.toMatch(/Springfield|62701|1,200|checked=|Ann Example|ann@example/)
    }
  })

  test('keeps earlier answers to questions that are left empty', async () => {
    const server = await startTestServer()
    const link = await join(server)
    await server.send(link, { form: answers })
    await server.send(link, { form: { city: 'Peoria', topics: 'ai-implementation' } })
    expect(await readAnswers(server)).toEqual([
      { entry_id: 1, ...stored, city: 'Peoria', topics: ['ai-implementation'] },
    ])
  })

  test('changes nothing when it is opened, as mail scanners do', async () => {
    const server = await startTestServer()
    const link = await join(server)
    const before = await readState(server)
    for (const url of [link, `${link}?joined=1`, `${link}?sent=1`])
      for (const [method, headers] of [
        ['GET', {}],
        ['HEAD', {}],
        ['GET', { purpose: 'prefetch', 'sec-purpose': 'prefetch' }],
      ] as const)
        expect((await server.send(url, { method, headers })).status).toBe(200)
    const foreign = { form: answers, headers: { 'sec-fetch-site': 'cross-site' } }
    expect((await server.send(link, foreign)).status).toBe(403)
    expect(await readState(server)).toEqual(before)
  })

  test('expires with 410, also for a deleted person, and is unknown with 404', async () => {
    const server = await startTestServer()
    const expired = await join(server)
    await server.query(`update plan_links set expires_at = now() - interval '1 minute'`)
    const deleted = await join(server, { email: 'tom@example.org' })
    await server.query(`update training_waitlist set deleted_at = now() where email = 'tom@example.org'`)
    for (const [link, status] of [
      [expired, 410],
      [deleted, 410],
      [peoplePaths.plan('x'.repeat(43)), 404],
    ] as const)
      for (const request of [{}, { form: answers }]) {
        const response = await server.send(link, request)
        expect(response.status).toBe(status)
        const html = await response.text()
        expect(html).toContain('This link no longer works')
        expect(html).toContain(`href="${sitePaths.contact}"`)
      }
    expect(await readAnswers(server)).toEqual([])

    // It is forgotten in the end, but not while it works.
    const open = await join(server, { email: 'bo@example.org' })
    await server.query(`update plan_links set expires_at = now() - interval '91 days' where entry_id = 1`)
    await sweepPlanLinks(server.instance.db)
    expect((await server.send(expired)).status).toBe(404)
    expect((await server.send(open)).status).toBe(200)
  })

  test('of the same entry sent twice works as well, up to a limit', async () => {
    const server = await startTestServer()
    const first = await join(server)
    const second = await join(server)
    expect(first).not.toBe(second)
    await server.send(first, { form: { city: 'Springfield' } })
    await server.send(second, { form: { state: 'IL' } })
    expect(await readAnswers(server)).toMatchObject([{ entry_id: 1, city: 'Springfield', state: 'IL' }])
    for (let number = 1; number <= 20; number++) await join(server)
    expect(await server.query('select count(*)::int as count from plan_links')).toEqual([{ count: 20 }])
    expect((await server.send(first)).status).toBe(404)
  })

  test('of a suspect entry looks like any other, and its answers stay with the entry', async () => {
    const server = await startTestServer()
    const link = await join(server, { website: 'http://spam.example' })
    expect((await server.send(link)).status).toBe(200)
    expect((await server.send(link, { form: answers })).headers.get('location')).toBe(`${link}?sent=1`)
    const cookie = await server.signIn()
    for (const [query, count] of [
      ['plan=answered', 0],
      ['plan=answered&view=spam', 1],
    ] as const)
      expect(await (await server.send(`/api/people?${query}`, { cookie })).json()).toHaveLength(count)
  })

  test('leads to the success screen without JavaScript', async () => {
    const server = await startTestServer()
    const joined = await server.send(sitePaths.waitlist, { form: { ...ann, website: '' } })
    const html = await (await server.send(joined.headers.get('location') ?? '')).text()
    const shown = ['You&#x27;re on the list!', 'Return to Home', 'Submit Another Entry', 'Help us plan']
    for (const words of shown) expect(html).toContain(words)
    // The page that is in the page cache has no one's link.
    expect(await (await server.send(peoplePaths.waitlistJoined)).text()).not.toContain('plan-offer')
  })
})

test('a group size in words is the first number in them', async () => {
  const server = await startTestServer()
  for (const [groupSize, stored] of [
    ['about 20', 20],
    ['20-25', 20],
    ['20, maybe 25', 20],
    ['1 200 people', 1200],
  ] as const) {
    const link = await join(server)
    expect((await server.send(link, { form: { groupSize } })).status).toBe(303)
    const [row] = await server.query('select group_size from plan_answers order by entry_id desc limit 1')
    expect(row, groupSize).toEqual({ group_size: stored })
  }
})

describe('mistakes', () => {
  test('are explained at their field, and what was typed stays', async () => {
    const server = await startTestServer()
    const link = await join(server)
    const cases: [Record<string, string | string[]>, string][] = [
      [{ zip: '6060' }, 'Enter a five-digit ZIP code'],
      [{ zip: 'K1A 0B6' }, 'Enter a five-digit ZIP code'],
      [{ groupSize: 'many' }, 'Enter a whole number.'],
      [{ groupSize: '0' }, 'Enter a number from 1.'],
      [{ city: 'x'.repeat(101) }, 'Keep this to 100 characters or fewer.'],
      [{ state: 'x'.repeat(61) }, 'Keep this to 60 characters or fewer.'],
      [{ topics: 'nonsense' }, 'Choose from the list.'],
      [{ months: '13' }, 'Choose from the list.'],
      [{ months: ['1', 'x'] }, 'Choose from the list.'],
      [{ weekdays: '0' }, 'Choose from the list.'],
      [{ format: 'phone' }, 'Choose from the list.'],
      [{ city: '  ', months: [] }, 'Nothing is filled in yet.'],
    ]
    for (const [typed, message] of cases) {
      const response = await server.send(link, { form: { ...typed, weekdays: typed.weekdays ?? [] } })
      const html = await response.text()
      expect(response.status, JSON.stringify(typed)).toBe(422)
      expect(html, JSON.stringify(typed)).toContain(message)
    }
    const wrong = { ...answers, zip: '1' }
    const html = await (await server.send(link, { form: wrong })).text()
    for (const kept of ['value=" Springfield "', 'value="illinois"', 'value="1,200"', 'value="1"'])
      expect(html).toContain(kept)
    expect(html.match(/checked=""/g)).toHaveLength(6)
    expect(await readAnswers(server)).toEqual([])
  })

  test('in the request itself are refused', async () => {
    const server = await startTestServer()
    const link = await join(server)
    const cases: Record<string, string | string[]>[] = [
      { entryId: '2' },
      { city: ['a', 'b'] },
      { months: Array.from({ length: 51 }, () => '1') },
      { city: 'x'.repeat(1001) },
      { city: 'a\0b' },
    ]
    for (const form of cases)
      expect((await server.send(link, { form })).status, Object.keys(form)[0]).toBe(400)
    expect(await readAnswers(server)).toEqual([])
  })
})

describe('the email', () => {
  const mails = (server: TestServer) =>
    server.query<{
      id: number
      recipient: string
      status: string
      text: string
      html: string
      sealedLink: string
    }>(
      `select id, recipient, status, text, html, sealed_link as "sealedLink" from outbox_messages
       where kind = 'plan' order by id`,
    )

  async function startWithEmail() {
    const server = await startTestServer({ jobPause: 0.5 })
    const cookie = await server.signIn()
    const saved = await server.send('/api/settings/plan', {
      cookie,
      method: 'PUT',
      json: { emailLink: true },
    })
    expect(await saved.json()).toMatchObject({ emailLink: true })
    return { server, cookie }
  }

  test('is off by default', async () => {
    const server = await startTestServer()
    const cookie = await server.signIn()
    expect(await (await server.send('/api/settings/plan', { cookie })).json()).toMatchObject({
      emailLink: false,
    })
    await join(server)
    expect(await mails(server)).toEqual([])
  })

  test('has fixed words and a link of its own, and is sent once a day to an address', async () => {
    const { server } = await startWithEmail()
    await join(server, { name: 'Buy pills', message: 'Cheap watches', company: 'Pills Inc' })
    await join(server, { name: 'Buy pills', message: 'Cheap watches', company: 'Pills Inc' })
    await join(server, { email: 'ANN@example.org', message: 'Another entry' })
    await join(server, { email: 'tom@example.org' })
    const [mail, other, ...more] = await mails(server)
    expect(more).toEqual([])
    expect([mail?.recipient, other?.recipient]).toEqual(['ann@example.org', 'tom@example.org'])
    if (!mail) throw new Error('there is no mail')
    expect(`${mail.text} ${mail.html}`).not.toMatch(/pills|watches/i)
    const { link } = await withLink(server.instance.db, mail)
    const path = new URL(link ?? '').pathname
    expect((await server.send(path, { form: { city: 'Peoria' } })).status).toBe(303)
    expect(await readAnswers(server)).toMatchObject([{ entry_id: 1, city: 'Peoria' }])
  })

  test('is never sent for suspect entries, and canceled for those that are marked later', async () => {
    const { server, cookie } = await startWithEmail()
    await join(server, { website: 'x', email: 'bot@example.org' })
    await join(server, { email: 'later@example.org' })
    await join(server, { email: 'gone@example.org' })
    expect(await mails(server)).toMatchObject([{ status: 'queued' }, { status: 'queued' }])
    await server.send('/api/people/waitlist/2', { cookie, method: 'PATCH', json: { suspect: true } })
    await server.send('/api/people/waitlist/3', { cookie, method: 'DELETE' })
    expect(await mails(server)).toMatchObject([{ status: 'withdrawn' }, { status: 'withdrawn' }])
  })

  test('of a flood is canceled with its entries', async () => {
    const { server } = await startWithEmail()
    for (let number = 1; number <= 11; number++)
      await join(server, { email: `bot${number}@example.org`, message: 'The same long text from everyone' })
    const states = (await mails(server)).map(({ status }) => status)
    expect(new Set(states)).toEqual(new Set(['withdrawn']))
    expect(states).toHaveLength(10)
  })

  test('has a link whose time begins when the email is sent', async () => {
    const { server, cookie } = await startWithEmail()
    await join(server)
    const [mail] = await mails(server)
    await server.query(
      `update plan_links set expires_at = now() + interval '1 day' where message_id is not null`,
    )
    const handedOver = await server.send(`/api/outbox/${mail?.id ?? 0}/handed-over`, {
      cookie,
      method: 'POST',
    })
    expect(handedOver.status).toBe(200)
    await finishJobs(server, 'deliver-mail')
    const [link] = await server.query<{ renewed: boolean }>(
      `select expires_at > now() + interval '59 days' as renewed from plan_links where message_id is not null`,
    )
    expect(link?.renewed).toBe(true)
  })
})

describe('an admin', () => {
  const empty = {
    city: '',
    state: '',
    zip: '',
    groupSize: null,
    topics: [],
    months: [],
    weekdays: [],
    format: null,
  }

  test('reads, enters, replaces, and removes the answers', async () => {
    const server = await startTestServer()
    await join(server)
    const cookie = await server.signIn()
    const read = async () => (await server.send('/api/people/waitlist/1/plan', { cookie })).json()
    const save = (json: object) => server.send('/api/people/waitlist/1/plan', { cookie, method: 'PUT', json })
    expect(await read()).toEqual({ answers: null })
    const full = {
      ...empty,
      city: 'Austin',
      state: 'texas',
      groupSize: 12,
      months: [3, 2, 3],
      format: 'online',
    }
    expect((await save({ ...full, updatedAt: null })).status).toBe(200)
    const saved = await read()
    expect(saved).toMatchObject({ answers: { ...full, state: 'TX', months: [2, 3], enteredBy: 'Ann Admin' } })

    // Someone who saw earlier answers does not replace newer ones.
    const stale = await save({ ...full, updatedAt: null })
    expect(stale.status).toBe(409)
    expect(await read()).toEqual(saved)
    expect((await save({ ...empty, updatedAt: saved.answers.updatedAt })).status).toBe(200)
    expect(await read()).toEqual({ answers: null })
  })

  test('makes a link to send, which works like any other', async () => {
    const server = await startTestServer()
    await join(server)
    const cookie = await server.signIn()
    const made = await server.send('/api/people/waitlist/1/plan/links', { cookie, method: 'POST' })
    expect(made.status).toBe(201)
    const { url, expiresAt } = await made.json()
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now())
    await server.send(new URL(url).pathname, { form: { city: 'Peoria' } })
    expect(await readAnswers(server)).toMatchObject([{ entry_id: 1, city: 'Peoria' }])
  })

  test('is refused without a session, with bad input, and for an entry that does not exist', async () => {
    const server = await startTestServer()
    await join(server)
    const cookie = await server.signIn()
    const put = (id: number, json: object, signedIn = true) =>
      server.send(`/api/people/waitlist/${id}/plan`, { method: 'PUT', json, ...(signedIn && { cookie }) })
    const body = { ...empty, updatedAt: null }
    expect((await put(1, body, false)).status).toBe(401)
    expect((await server.send('/api/people/waitlist/1/plan/links', { method: 'POST' })).status).toBe(401)
    expect((await put(99, body)).status).toBe(404)
    expect((await server.send('/api/people/waitlist/99/plan', { cookie })).status).toBe(404)
    expect((await server.send('/api/people/waitlist/99/plan/links', { cookie, method: 'POST' })).status).toBe(
      404,
    )
    for (const wrong of [{ zip: '1' }, { groupSize: 0 }, { months: [13] }, { topics: ['x'] }, { entryId: 1 }])
      expect((await put(1, { ...body, ...wrong })).status).toBe(400)
  })

  test('filters people by their answers', async () => {
    const server = await startTestServer()
    const cookie = await server.signIn()
    const people = {
      austin: { city: 'Austin', state: 'Texas', topics: 'leadership' },
      houston: { city: 'houston', state: 'TX', zip: '77001', topics: ['leadership', 'fundraising'] },
      zip: { zip: '77002', groupSize: '5' },
      none: undefined,
    }
    for (const [name, form] of Object.entries(people)) {
      const link = await join(server, { name, email: `${name}@example.org` })
      if (form) await server.send(link, { form })
    }
    await server.send('/api/contact', { json: { name: 'contact', company: 'x', email: 'c@example.org' } })
    const cases: [string, string[]][] = [
      ['plan=answered', ['zip', 'houston', 'austin']],
      ['plan=missing', ['none']],
      ['topic=leadership', ['houston', 'austin']],
      ['topic=fundraising', ['houston']],
      ['place=tx', ['houston', 'austin']],
      ['place=TEXAS&topic=fundraising', ['houston']],
      ['place=Houston, TX', ['houston']],
      ['place=austin', ['austin']],
      ['place=770', ['zip', 'houston']],
      ['place=nowhere', []],
      ['place=nowhere&plan=missing', []],
      ['plan=answered&form=contact', []],
      ['plan=answered&q=aust', ['austin']],
      ['plan=missing&q=none', ['none']],
    ]
    for (const [query, names] of cases) {
      const response = await server.send(`/api/people?${query}`, { cookie })
      expect(response.headers.get('x-total-count'), query).toBe(String(names.length))
      expect(
        ((await response.json()) as { name: string }[]).map(({ name }) => name),
        query,
      ).toEqual(names)
    }
    const file = await (await server.send(`${peoplePaths.exportCsv}?place=Houston`, { cookie })).text()
    expect(file).toContain('"houston","TX","77001","","Leadership, Fundraising strategies","","",""')
  })
})

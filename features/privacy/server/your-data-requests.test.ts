import { describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { sitePaths } from '../../site/contract/site-paths.ts'
import { privacyPaths } from '../contract/privacy-paths.ts'
import { ann, ask, fill } from '../testing/your-data.ts'

/** Seconds between two checks for new jobs, for tests that wait for the email with the link */
const jobPause = 0.5

describe('asking for the link', () => {
  test('answers the same for known and unknown addresses, and writes only to known ones', async () => {
    const server = await startTestServer({ jobPause })
    await fill(server)
    for (const email of [ann, 'nobody@example.org']) {
      const response = await ask(server, email)
      expect(response.status).toBe(303)
      expect(response.headers.get('location')).toBe(privacyPaths.yourDataSent)
    }
    const mails = await server.query(`select recipient from outbox_messages where kind = 'rights'`)
    expect(mails).toEqual([{ recipient: ann }])
    expect(await (await server.send(privacyPaths.yourDataSent)).text()).toContain('We got your request')
  })

  test('asks once about an address that looks mistyped, known or not', async () => {
    const server = await startTestServer({ jobPause })
    await server.query(`insert into training_waitlist (name, email) values ('Ann', 'ann@gmial.com')`)
    const send = (form: Record<string, string>) => server.send(sitePaths.yourData, { form })
    for (const who of ['ann', 'tom']) {
      const email = `${who}@gmial.com`
      const asked = await send({ email })
      expect(asked.status).toBe(422)
      expect(await asked.text()).toContain(`Did you mean ${who}@gmail.com? Send again to keep ${email}.`)
      expect((await send({ email, askedAbout: email })).status).toBe(303)
    }
    const recipients = () => server.query('select recipient from outbox_messages')
    await expect.poll(recipients).toEqual([{ recipient: 'ann@gmial.com' }])
  })

  test('says that an email comes soon where a person sends it, and now where a server does', async () => {
    const text = async (server: TestServer) => (await server.send(privacyPaths.yourDataSent)).text()
    const byHand = await text(await startTestServer())
    expect(byHand).toContain('we’ll email it a link soon')
    expect(byHand).not.toContain('sending a link')
    const env = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'hello@everyday.test' }
    const sending = await text(await startTestServer({ env }))
    expect(sending).toContain('we’re sending a link to it now')
    for (const html of [byHand, sending]) expect(html).not.toMatch(/we (have )?sent|we(’ve)? emailed/i)
  })

  test('finds emails to or about a person by an index', async () => {
    const server = await startTestServer()
    const indexes = await server.query<{ definition: string }>(
      `select indexdef as definition from pg_indexes where tablename = 'outbox_messages'`,
    )
    const definitions = indexes.map(({ definition }) => definition).join('\n')
    expect(definitions).toMatch(/btree \(lower\(recipient\)\)/)
    expect(definitions).toMatch(/gin \(about\)/)
  })

  test('fills no mailbox', async () => {
    const server = await startTestServer({ jobPause })
    await fill(server)
    for (let number = 0; number < 8; number++) expect((await ask(server, ann)).status).toBe(303)
    const mails = await server.query(`select recipient from outbox_messages where kind = 'rights'`)
    expect(mails).toHaveLength(3)
  })

  test('says what to correct, and keeps what was typed', async () => {
    const server = await startTestServer({ jobPause })
    const response = await ask(server, '"><b>ann')
    expect(response.status).toBe(422)
    const html = await response.text()
    expect(html).toContain('value="&quot;&gt;&lt;b&gt;ann"')
    expect(html).toContain('Enter a valid email address')
    for (let number = 0; number < 25; number++) await ask(server, 'x')
    const refused = await ask(server, 'x')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

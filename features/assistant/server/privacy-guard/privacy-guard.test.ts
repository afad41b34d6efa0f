import { expect, test } from 'vitest'
import type { FakeAi } from '../../../../tests/fakes/fake-ai.ts'
import { startTestServer, type TestServer } from '../../../../tests/helpers/test-server.ts'
import { key, startWithAi } from '../../testing/assistant.ts'

/** Forty personal details of eight kinds, all of which are in the text */
const planted = {
  email: [
    'ann@example.org',
    'bob.o-neil+list@mail.example.com',
    'office_1@st-mary.example',
    'jürgen@example.de',
    'x@y.example',
  ],
  phone: ['(217) 555-0134', '217-555-0135', '217.555.0136 x12', '+1 217 555 0137', '2175550138'],
  abroad: ['+44 20 7946 0958', '+49 30 901820', '0033 1 23 45 67 89', '020 7946 0959', '+61 2 5550 1234'],
  card: [
    '4111 1111 1111 1111',
    '5555555555554444',
    '3782 822463 10005',
    '6011-1111-1111-1117',
    '4222222222222',
  ],
  ssn: ['078-05-1120', '219-09-9999', '123-45-6789', '457-55-5462', '001 01 0001'],
  itin: ['912-70-1234', '923-81-2345', '934-88-3456', '945-92-4567', '956-94-5678'],
  ein: ['12-3456789', '98-7654321', '45-1234567', '31-0987654', '20-5556667'],
  name: ['Ann Example', 'Dr. Siobhán O’Brien-Walsh', 'Juan Carlos Ortega', 'Smith, Ada', 'Ngozi  Okafor'],
}
const all = Object.values(planted).flat()
const text = `<p>Our list. ${all.map((detail) => `We wrote: ${detail}; then`).join(' ')} we thanked Spam Botson.</p>`

type Asking = {
  fake: FakeAi
  server: TestServer
  cookie: string
  ask(path: string, json: unknown): Promise<Response>
}

async function startAsking(): Promise<Asking> {
  const { fake, server, cookie } = await startWithAi()
  const [one, two, three, four, five] = planted.name
  await server.query(
    `insert into training_waitlist (name, email, suspected_at) values
      ($1, 'a@b.example', null), ($2, 'a@b.example', null), ('Spam Botson', 'a@b.example', now())`,
    [one, two],
  )
  await server.query(
    `insert into contact_submissions (name, company, email) values ($1, 'x', 'a@b.example'), ($2, 'x', 'a@b.example')`,
    [three, four],
  )
  await server.query(
    `insert into author_invites (name, email, expires_at) values ($1, 'a@b.example', now()), ('List', 'a@b.example', now())`,
    [five],
  )
  return { fake, server, cookie, ask: (path, json) => server.send(path, { json, cookie }) }
}

/** The text in the last request that the AI service received */
function sentText(fake: FakeAi): string {
  const { messages } = JSON.parse(Buffer.from(fake.received.at(-1) ?? '', 'latin1').toString())
  return JSON.parse(messages.at(-1).content).text
}

const enhanced = (content: string) =>
  JSON.stringify({ title: 'A list', content, excerpt: 'Short', tags: ['one', 'two', 'three'] })

test('none of forty details of eight kinds leaves the server, and the answer has them back', async () => {
  const { fake, server, ask } = await startAsking()
  expect(all).toHaveLength(40)
  await ask('/api/ai/enhance-content', { content: text })
  const body = Buffer.from(fake.received[0] ?? '', 'latin1').toString()
  for (const detail of all) expect(body, detail).not.toContain(detail)
  const sent = sentText(fake)
  expect(sent.match(/\[[A-Z-]+-\d+\]/g)).toHaveLength(40)
  // Names from spam entries are not hidden. Neither is the guest name "List", because a single word is not a full name.
  expect(sent).toContain('Spam Botson')
  expect(sent).toContain('Our list')

  fake.reply = enhanced(sent)
  const answer = await (await ask('/api/ai/enhance-content', { content: text })).json()
  for (const detail of all) expect(answer.enhanced_content, detail).toContain(detail)
  expect(answer.enhanced_content).toBe(text)
  expect(server.logged).not.toEqual([])
  for (const line of server.logged)
    for (const hidden of [...all, key, 'Our list']) expect(line).not.toContain(hidden)
})

test('the stream has them back, too', async () => {
  const { fake, server, cookie, ask } = await startAsking()
  await ask('/api/ai/enhance-content', { content: text })
  fake.reply = enhanced(sentText(fake))
  const response = await server.send('/api/ai/enhance-content', {
    json: { content: text },
    cookie,
    headers: { accept: 'text/event-stream' },
  })
  const events = (await response.text()).split('\n\n')
  const shown = events
    .filter((event) => event.startsWith('event: text'))
    .map((event) => JSON.parse(event.slice(event.indexOf('data: ') + 6)).text)
    .join('')
  expect(shown).not.toMatch(/\[[A-Z-]+-\d+\]/)
  const result = events.find((event) => event.startsWith('event: result'))
  for (const detail of all) expect(result).toContain(JSON.stringify(detail).slice(1, -1))
})

test('what a person lets go leaves as it is', async () => {
  const { fake, ask } = await startAsking()
  const content = 'Write to ann@example.org or bob@example.org. Ann Example knows.'
  await ask('/api/ai/enhance-content', { content, keep: ['ann@example.org', 'Ann Example'] })
  expect(sentText(fake)).toBe('Write to ann@example.org or [EMAIL-1]. Ann Example knows.')
  await ask('/api/ai/generate-excerpt', { content: `${content} `.repeat(3), keep: [] })
  expect(sentText(fake)).not.toMatch(/@|Ann Example/)
})

test('a placeholder of the text itself, or one that the model makes up, becomes no one', async () => {
  const { fake, ask } = await startAsking()
  fake.reply = enhanced('<p>[EMAIL-1] [EMAIL-9999999] [EMAIL-2] [PERSON-7] [email-2]</p>')
  const content = '[EMAIL-1] and [EMAIL-9999999] are not ann@example.org'
  const answer = await ask('/api/ai/enhance-content', { content })
  expect((await answer.json()).enhanced_content).toBe(
    '<p>[EMAIL-1] [EMAIL-9999999] ann@example.org [PERSON-7] ann@example.org</p>',
  )
})

test('a name of ours that is no name but code comes back harmless', async () => {
  const { server, fake, ask } = await startAsking()
  const name = '<img src=x onerror=alert(1)> Mallory'
  await server.query(`insert into training_waitlist (name, email) values ($1, 'm@example.org')`, [name])
  fake.reply = enhanced('<p>[PERSON-1]</p><p>Text</p>')
  const answer = await (await ask('/api/ai/enhance-content', { content: `Ask ${name} about it.` })).json()
  expect(answer.enhanced_content).not.toMatch(/onerror|<img/)
})

test('what would be hidden is told to admins, each detail once', async () => {
  const { server, ask } = await startAsking()
  expect((await server.send('/api/ai/check', { json: { text } })).status).toBe(401)
  expect((await ask('/api/ai/check', { words: text })).status).toBe(400)
  // 150,000 characters are more than any request to a service may contain.
  expect((await ask('/api/ai/check', { text: 'word '.repeat(30_000) })).status).toBe(413)
  const response = await ask('/api/ai/check', { text: text + text })
  expect(response.status).toBe(200)
  const { findings } = await response.json()
  expect(findings.map((finding: { text: string }) => finding.text).toSorted()).toEqual(all.toSorted())
  expect(new Set(findings.map((finding: { kind: string }) => finding.kind))).toEqual(
    new Set(['email', 'phone', 'card', 'tax', 'name']),
  )
})

test('names are whole words, as they are written', async () => {
  const { ask } = await startAsking()
  const check = async (words: string) => (await (await ask('/api/ai/check', { text: words })).json()).findings
  expect(await check('Joann Example, Ann Examples, ann example, ANN EXAMPLE')).toEqual([])
  expect(await check("(Ann\nExample's book)")).toEqual([{ kind: 'name', text: 'Ann\nExample' }])
})

test('the built-in helper sends nothing anywhere, so that nothing is told', async () => {
  const server = await startTestServer()
  const response = await server.send('/api/ai/check', { json: { text }, cookie: await server.signIn() })
  expect(await response.json()).toEqual({ findings: [] })
})

import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { startFakeSmtp } from '../../../tests/fakes/fake-smtp.ts'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import { guestPaths } from '../contract/guest-paths.ts'
import { inviteResponse } from '../contract/invites.ts'
import { writingRoom } from '../contract/writing-room.ts'

const evil = '\r\nBcc: evil@example.org\r\nX-Evil: 1\r\n\r\nEvil body'

test('no field of an invitation or a text can inject a header, a recipient, or a second body into an email', async () => {
  const fake = await startFakeSmtp()
  onTestFinished(() => fake.close())
  const server = await startTestServer({
    env: { SMTP_URL: fake.url, MAIL_FROM: 'hello@everyday.test', NOTIFY_EMAIL: 'editor@example.org' },
    jobPause: 0.5,
  })
  const cookie = await server.signIn()
  const fields = { email: 'jo@example.org', name: 'Jo', suggestedTopic: 'Letters', customMessage: 'Please' }
  const post = (path: string, json: object) => server.send(path, { cookie, json })

  // A line break in these fields could add headers to an email, so it is refused.
  for (const field of ['email', 'name', 'suggestedTopic'] as const)
    for (const text of [evil, '\nBcc: evil@example.org', '\u0000', '\u0085x', '\u2028Bcc: evil@example.org'])
      expect(
        (await post('/api/author/invite', { ...fields, [field]: fields[field] + text })).status,
        field,
      ).toBe(400)
  const answer = await post('/api/author/invite', {
    ...fields,
    customMessage: evil,
    name: 'Jo: <x@example.org>, "y"',
  })
  const sent = inviteResponse.parse(await answer.json())
  expect(sent.delivery).toBe('sent')
  const accepted = await server.send(new URL(sent.inviteUrl).pathname, { form: { answer: 'accept' } })
  const token = /\/write\/([\w-]{43})/.exec(accepted.headers.get('location') ?? '')?.[1] ?? ''
  const call = { title: `Letters${evil}`, content: '<p>x</p>', name: 'Jo', bio: evil, photoUrl: '' }
  const save = (json: object) => server.send(`/api/write/${token}`, { method: 'PUT', json })
  expect((await save({ ...call, name: `Jo${evil}` })).status).toBe(400)
  const room = writingRoom.parse(await (await save(call)).json())
  await post(`/api/write/${token}/submit`, { hash: room.text?.hash })
  expect(
    (await post(`/api/author/invites/${sent.invite.id}/request-changes`, { message: evil })).status,
  ).toBe(200)

  await expect.poll(() => fake.received.length).toBe(5)
  const mails = await Promise.all(fake.received.map(({ raw }) => PostalMime.parse(raw)))
  for (const [index, mail] of mails.entries()) {
    const headers = 'content-type date from message-id mime-version reply-to subject to'
    expect(mail.headers.map(({ key }) => key).sort()).toEqual(headers.split(' '))
    expect(fake.received[index]?.to).toEqual([mail.to?.[0]?.address])
    expect(mail.to).toHaveLength(1)
    expect(mail.cc ?? mail.bcc).toBeUndefined()
    expect(mail.from?.address).toBe('hello@everyday.test')
  }
  const to = (address: string) => mails.filter((mail) => mail.to?.[0]?.address === address)
  const told = to('editor@example.org').map(({ subject }) => subject)
  expect(told.sort()).toEqual(['Jo submitted a draft', 'Jo: <x@example.org>, "y" accepted your invitation'])
  const guest = to('jo@example.org')
  expect(guest).toHaveLength(3)
  const links = guest.map(({ text = '', html = '' }) => [
    text.includes(sent.inviteUrl),
    html.includes(sent.inviteUrl),
  ])
  expect(links.filter(([text, html]) => text && html)).toHaveLength(1)
  expect(guest.filter(({ text }) => text?.includes(guestPaths.writingRoom(token)))).toHaveLength(1)
  expect(guest.filter(({ text }) => text?.includes('{{'))).toEqual([])
})

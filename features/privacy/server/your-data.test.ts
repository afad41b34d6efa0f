import { describe, expect, test } from 'vitest'
import { enqueue } from '../../../core/server/jobs/queue.ts'
import { startSignedIn, startTestServer } from '../../../tests/helpers/test-server.ts'
import { leadNoticesJob } from '../../people/server/lead-notices.ts'
import { privacyPaths } from '../contract/privacy-paths.ts'
import { findTraces } from '../testing/find-traces.ts'
import { ann, ask, fill, readLink } from '../testing/your-data.ts'

/** Seconds between two checks for new jobs, for tests that wait for the email with the link */
const jobPause = 0.5

describe('the link', () => {
  test('shows and gives everything of that person, and nothing of others', async () => {
    const server = await startTestServer({ jobPause })
    await fill(server)
    await ask(server, ann)
    const link = await readLink(server)
    const page = await server.send(link)
    expect(page.status).toBe(200)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('referrer-policy')).toBe('same-origin')
    const html = await page.text()
    for (const words of [
      'Grants, please',
      'Springfield',
      'Fundraising strategies',
      'March',
      'AI training',
      'Call her',
      'Bring Ann the plan',
      'Dear Ann',
      'Nearly, Ann',
      'My neighbour',
      'Half of my text',
      'draft.jpg',
      'Ann, our helper',
      'Ann, invited again',
      'Surgery of Ann',
      'anns-family.ics',
    ])
      expect(html).toContain(words)
    expect(html).not.toContain('tom@example.org')

    const file = await server.send(`${link}/data.json`)
    expect(file.headers.get('content-disposition')).toContain('attachment')
    const data = await file.json()
    expect(data.waitlist).toMatchObject([{ name: 'Ann Example', message: 'Grants, please' }])
    expect(data.plans).toMatchObject([{ city: 'Springfield', people: 12, months: [3] }])
    expect(data.contact).toMatchObject([{ company: 'Shop', services: ['AI training'] }])
    expect(data.steps).toMatchObject([
      { text: 'Bring Ann the plan', due: '2026-01-02', done: null },
      { text: 'Ask Ann', due: '2026-01-01' },
    ])
    expect(data.invites).toHaveLength(2)
    expect(data.posts).toMatchObject([{ title: 'Draft', text: 'Half of my text & more\nEnd' }])
    expect(data.pictures).toMatchObject([{ file: 'draft.jpg', address: `/media/${'a'.repeat(32)}-1` }])
    expect(data.team).toMatchObject([{ username: 'ann' }, { role: 'editor', username: null }])
    expect(data.blockedDays).toEqual([
      {
        'first day': '2030-01-01',
        'last day': '2030-01-05',
        weekdays: [],
        reason: 'Surgery of Ann',
        file: 'anns-family.ics',
      },
      {
        'first day': '2030-01-01',
        'last day': null,
        weekdays: ['Monday', 'Friday'],
        reason: 'Choir of Ann',
        file: null,
      },
    ])
    expect(data.mails).toMatchObject([
      { recipient: 'Ann@Example.org', text: 'Dear Ann, here: ...' },
      { recipient: null, text: 'ANN@example.org wrote' },
      { recipient: ann },
    ])
    expect(JSON.stringify(data)).not.toMatch(/tom@example|token|hash/)
    expect(await server.query('select * from training_waitlist')).toHaveLength(2)
  })

  test('deletes everything at once, shows a receipt, and works once', async () => {
    const server = await startTestServer({ jobPause })
    await fill(server)
    await ask(server, ann)
    const link = await readLink(server)
    const answers = await Promise.all([1, 2].map(() => server.send(link, { method: 'POST' })))
    for (const answer of answers) {
      expect(answer.status).toBe(303)
      expect(answer.headers.get('location')).toBe(link)
    }
    const html = await (await server.send(link)).text()
    expect(html).toContain('Your data is deleted')
    for (const words of [
      '1 entry on the waitlist',
      '1 set of answers for planning a training',
      '1 message from the contact form',
      '2 next steps of ours',
      '2 invitations to write',
    ])
      expect(html).toContain(words)
    expect(html).not.toContain(ann)
    expect((await server.send(`${link}/data.json`)).status).toBe(404)

    // All that is left is the byline of the public post.
    expect(
      await findTraces(server, /ann@example|Dear Ann|Nearly, Ann|Call her|Grants|Elm Street|Springfield/i),
    ).toEqual([])
    expect(await findTraces(server, /Ann/)).toEqual(['public.author_invites', 'public.blog_posts'])
    expect(await server.query('select original_name from media where ready_at is not null')).toEqual([
      { original_name: 'public.jpg' },
    ])
    expect(await server.query('select title from blog_posts')).toEqual([{ title: 'Public' }])
    expect(await server.query('select name from training_waitlist')).toEqual([{ name: 'Tom' }])
    expect(await server.query('select city from plan_answers')).toEqual([{ city: 'Tomville' }])
    expect(await server.query('select entry_id from plan_links')).toEqual([{ entry_id: 2 }])
    expect(server.logged.join('')).not.toMatch(/ann@example|tom@example|your-data\/[\w-]{20}/i)
  })

  test('takes what others were told about that person, and nothing about anybody else', async () => {
    const { server, cookie } = await startSignedIn({ jobPause, env: { NOTIFY_EMAIL: 'owner@example.org' } })
    await server.query(`insert into settings values ('mail', '{"leadNotices":"daily"}')`)
    const write = (email: string, message: string) =>
      server.send('/api/training-waitlist', { json: { name: message, email, message } })
    const joann = 'joann@example.org'
    await write('Ann@example.org', 'First of Ann')
    await write(joann, 'First of Joann')
    await server.query(`update lead_notices set created_at = now() - interval '25 hours'`)
    await enqueue(server.instance.db, leadNoticesJob, {})
    const digest = async () =>
      (
        await server.query<{ text: string; html: string }>(
          `select * from outbox_messages where kind = 'lead'`,
        )
      )[0]
    await expect.poll(digest).toBeDefined()
    await write(ann, 'Second of Ann')
    await write(joann, 'Second of Joann')
    const invite = { email: 'ann@Example.org', name: '', suggestedTopic: 'Letters', customMessage: '' }
    const invited = await server.send('/api/author/invite', { cookie, json: invite })
    const { inviteUrl } = (await invited.json()) as { inviteUrl: string }
    await server.send(new URL(inviteUrl).pathname, { form: { answer: 'decline' } })
    expect(await server.query(`select subject from outbox_messages where kind = 'editor'`)).toEqual([
      { subject: 'ann@Example.org declined your invitation' },
    ])

    await ask(server, ann)
    const link = await readLink(server)
    const data = await (await server.send(`${link}/data.json`)).json()
    expect(JSON.stringify(data)).toContain('First of Ann')
    expect(JSON.stringify(data)).not.toMatch(/Joann|owner@/i)
    const before = await digest()
    await server.send(link, { method: 'POST' })
    // The four are the invitation, the digest, the notice to the editor, and the email with the link.
    expect(await (await server.send(link)).text()).toContain('4 emails to or about you')

    expect(await findTraces(server, /\bann@example|of Ann/i)).toEqual([])
    expect(await findTraces(server, /joann@example/)).toEqual([
      'public.lead_notices',
      'public.outbox_messages',
      'public.training_waitlist',
      'public.training_waitlist',
    ])
    const after = await digest()
    for (const kind of ['text', 'html'] as const) {
      expect(before?.[kind]).toContain('First of Ann')
      expect(after?.[kind]).toContain('This entry was deleted.')
      expect(after?.[kind]).toContain('First of Joann')
      expect(after?.[kind]).toContain('2 new entries')
    }
    // Joann can still get her data.
    await ask(server, joann)
    const file = await server.send(`${await readLink(server, joann)}/data.json`)
    expect(JSON.stringify(await file.json())).toContain('> First of Joann')
  })

  test('tells nothing of the others in a mail from before it was known what it says about whom', async () => {
    const server = await startTestServer({ jobPause })
    await fill(server)
    await server.query(
      `insert into outbox_messages (message_id, kind, recipient, subject, text, about)
       values ('d@x', 'lead', 'us@example.org', '2 people wrote', 'Tom lives in Elm Street, Ann too', $1)`,
      [[ann, 'tom@example.org']],
    )
    await ask(server, ann)
    const link = await readLink(server)
    expect(await (await server.send(link)).text()).not.toContain('Tom lives')
    const { mails } = await (await server.send(`${link}/data.json`)).json()
    expect(mails).toContainEqual(expect.objectContaining({ subject: '2 people wrote', text: null }))
  })

  test('of an editor takes no mail that tells them about someone else', async () => {
    const server = await startTestServer({ jobPause })
    await fill(server)
    const parts = [ann, 'tom@example.org'].map((email) => ({ email, text: `${email} wrote`, html: '' }))
    await server.query(
      `insert into outbox_messages (message_id, kind, recipient, subject, text, about, parts)
       values ('d@x', 'lead', $1, 'Tom', 'tom@example.org wrote', '{tom@example.org}', null),
              ('e@x', 'editor', $1, 'Tom', 'tom@example.org declined', '{tom@example.org}', null),
              ('f@x', 'lead', $1, 'Ann', 'ann@example.org wrote', $2, null),
              ('g@x', 'lead', $1, 'Both', 'ann@example.org wrote, tom@example.org wrote', $3, $4)`,
      [ann, [ann], [ann, 'tom@example.org'], JSON.stringify(parts)],
    )
    await ask(server, ann)
    const link = await readLink(server)
    const file = await (await server.send(`${link}/data.json`)).text()
    expect(file).not.toContain('tom@example')
    await server.send(link, { method: 'POST' })
    expect(
      await server.query('select text from outbox_messages where recipient = $1 order by id', [ann]),
    ).toEqual([
      { text: 'tom@example.org wrote' },
      { text: 'tom@example.org declined' },
      { text: 'This entry was deleted., tom@example.org wrote' },
    ])
  })

  test('does nothing when it is only opened, and is refused when it is wrong or old', async () => {
    const server = await startTestServer({ jobPause })
    await fill(server)
    await ask(server, ann)
    const link = await readLink(server)
    await server.send(link)
    await server.send(link, { method: 'HEAD' })
    expect(await server.query('select * from training_waitlist')).toHaveLength(2)

    await server.query(`update data_links set expires_at = now() - interval '1 minute'`)
    for (const path of [link, privacyPaths.dataLink('guess')]) {
      const page = await server.send(path)
      expect(page.status).toBe(404)
      expect(await page.text()).toContain('This link has expired')
      expect((await server.send(`${path}/data.json`)).status).toBe(404)
      expect((await server.send(path, { method: 'POST' })).status).toBe(303)
    }
    expect(await server.query('select * from training_waitlist')).toHaveLength(2)
  })
})

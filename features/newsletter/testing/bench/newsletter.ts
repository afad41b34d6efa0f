import { setTimeout as sleep } from 'node:timers/promises'
import { queueMail, testMail } from '../../../../core/server/mail/outbox.ts'
import type { Bench, Row } from '../../../../tests/bench/row.ts'
import { startFakeSmtp } from '../../../../tests/fakes/fake-smtp.ts'
import { launchServer } from '../../../../tests/helpers/launch-server.ts'

const people = 2000
/** Ms that the fake mail server takes for each email */
const pause = 200
/** 100,000 in 20 minutes */
const minRate = 83
const maxWaitMs = 5000

/** A whole issue to a fake mail server that takes its time, with another email in the middle */
export const bench: Bench = {
  name: 'newsletter rate',
  async measure({ databaseUrl }) {
    const fake = await startFakeSmtp()
    fake.pause = pause
    const env = { SMTP_URL: fake.url, ORG_POSTAL_ADDRESS: '1 Main St', LOG_LEVEL: 'warn' }
    const server = await launchServer({ connectionString: await databaseUrl(), env })
    try {
      const cookie = await server.signIn()
      await server.query(
        `insert into newsletter_subscriptions (email) select 'p' || n || '@example.org' from generate_series(1, $1::int) n`,
        [people],
      )
      const json = { title: 'Bread', content: `<p>${'Knead it well. '.repeat(300)}</p>`, isPublished: true }
      const post = await (await server.send('/api/blog', { cookie, json })).json()
      await server.send('/api/newsletter/issues', { cookie, json: { postId: post.id } })
      const began = performance.now()
      while (fake.received.length < people / 2) await sleep(10)
      const link = 'link@example.org'
      await queueMail(server.instance.db, { kind: testMail, to: link, subject: 'Sign in', text: 'Here' })
      const queuedAt = performance.now()
      while (!fake.received.some(({ to }) => to[0] === link)) await sleep(10)
      const wait = performance.now() - queuedAt
      while (fake.received.length < people + 1) await sleep(10)
      const rate = (people / (performance.now() - began)) * 1000
      return [
        {
          what: `newsletter to ${people.toLocaleString('en-US')}, ${pause} ms for each email`,
          measured: `${rate.toFixed(0)}/s`,
          bar: `>= ${minRate}/s`,
          ok: rate >= minRate,
        },
        {
          what: 'another email in the middle of it leaves after',
          measured: `${wait.toFixed(0)} ms`,
          bar: `<= ${maxWaitMs} ms`,
          ok: wait <= maxWaitMs,
        },
      ] satisfies Row[]
    } finally {
      await server.close()
      await fake.close()
    }
  },
}

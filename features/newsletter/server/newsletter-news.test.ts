import { expect, test } from 'vitest'
import { linesOf } from '../../../app/admin/testing/today.ts'
import { startSignedIn } from '../../../tests/helpers/test-server.ts'

test('confirmed subscribers are news for those who send the newsletter, until they have seen it', async () => {
  const { server, cookie } = await startSignedIn()
  const helper = await server.signIn({ username: 'Hana', role: 'helper' })
  const news = async (of = cookie) => (await linesOf(server, of, 'news')).map(({ text }) => text)
  const subscribe = (name: string, source = '/newsletter') =>
    server.query('insert into newsletter_subscriptions (email, source) values ($1, $2)', [
      `${name}@example.org`,
      source,
    ])
  await subscribe('old', 'import')
  expect(await news()).toEqual([])
  await subscribe('ann')
  expect(await news()).toEqual(['One person subscribed'])
  await subscribe('bob')
  expect(await news()).toEqual(['2 people subscribed'])
  expect(await news(helper)).toEqual([])
  await server.send('/api/news/today', { method: 'POST', cookie })
  expect(await news()).toEqual([])
})

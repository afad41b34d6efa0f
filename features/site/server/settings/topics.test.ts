import { expect, test } from 'vitest'
import { startTestServer } from '../../../../tests/helpers/test-server.ts'
import { defaultTopics } from '../../contract/topics.ts'

test('topics are the five of the specification until they are set, and again when emptied', async () => {
  const server = await startTestServer()
  expect((await server.send('/api/author/topics')).status).toBe(401)
  expect((await server.send('/api/settings/topics', { method: 'PUT', json: { topics: ['x'] } })).status).toBe(
    401,
  )

  const cookie = await server.signIn()
  const read = async () => (await server.send('/api/author/topics', { cookie })).json()
  const put = (json: unknown) => server.send('/api/settings/topics', { method: 'PUT', cookie, json })
  expect(await read()).toMatchObject({ topics: [...defaultTopics] })

  const saved = await put({ topics: [' Grant writing ', 'AI for choirs', '', 'Grant writing'] })
  expect(await saved.json()).toMatchObject({ topics: ['Grant writing', 'AI for choirs'] })
  expect(await read()).toMatchObject({ topics: ['Grant writing', 'AI for choirs'] })

  for (const json of [
    {},
    { topics: 'x' },
    { topics: [1] },
    { topics: ['x'.repeat(201)] },
    { topics: Array.from({ length: 51 }, (_, number) => `Topic ${number}`) },
    { topics: [], more: 1 },
  ])
    expect((await put(json)).status, JSON.stringify(json).slice(0, 60)).toBe(400)
  expect(await read()).toMatchObject({ topics: ['Grant writing', 'AI for choirs'] })

  expect(await (await put({ topics: [' '] })).json()).toMatchObject({ topics: [...defaultTopics] })
  expect(await read()).toMatchObject({ topics: [...defaultTopics] })
})

import { expect, test } from 'vitest'
import { startSignedIn, startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { defaultAiSettings } from '../contract/ai-settings.ts'

const path = '/api/settings/ai'

async function read(server: TestServer) {
  const response = await server.send(path, { cookie: await server.signIn() })
  expect(response.status).toBe(200)
  return response.json()
}

test('the settings are for admins', async () => {
  const server = await startTestServer()
  expect((await server.send(path)).status).toBe(401)
  expect((await server.send(path, { method: 'PUT', json: defaultAiSettings })).status).toBe(401)
})

test('the house style and the largest added share are kept, trimmed', async () => {
  const { server, cookie } = await startSignedIn()
  const before = await read(server)
  expect(before).toMatchObject({ settings: defaultAiSettings, budget: { unit: 'tokens', used: 0 } })
  expect(before.service).toBeUndefined()
  const settings = { houseStyle: '  We say "you".\n', largestAddedShare: 0 }
  const saved = await server.send(path, { method: 'PUT', json: settings, cookie })
  expect(saved.status).toBe(200)
  expect((await read(server)).settings).toEqual({ houseStyle: 'We say "you".', largestAddedShare: 0 })
})

test.each([
  { houseStyle: 'x'.repeat(4001), largestAddedShare: 20 },
  { houseStyle: '', largestAddedShare: 101 },
  { houseStyle: '', largestAddedShare: 2.5 },
  { houseStyle: '' },
  { houseStyle: '', largestAddedShare: 20, more: 1 },
])('what does not fit is refused: %#', async (json) => {
  const server = await startTestServer()
  const response = await server.send(path, { method: 'PUT', json, cookie: await server.signIn() })
  expect(response.status).toBe(400)
  expect((await response.json()).detail).toMatch(/\.$/)
  expect((await read(server)).settings).toEqual(defaultAiSettings)
})

test('the use of the last twelve months, in money where prices are set', async () => {
  const server = await startTestServer({
    env: {
      AI_PROVIDER: 'anthropic',
      AI_API_KEY: 'sk-secret',
      AI_MODEL: 'a-model',
      AI_PRICE_IN: '3',
      AI_PRICE_OUT: '15',
      AI_MONTHLY_BUDGET: '20',
    },
  })
  await server.query(
    `insert into ai_usage values (to_char(now() at time zone 'UTC', 'YYYY-MM'), 2000000, 100000), ('2019-01', 5, 5)`,
  )
  const answer = await read(server)
  expect(answer.service).toEqual({ provider: 'anthropic', model: 'a-model' })
  expect(answer.budget).toEqual({ unit: 'money', used: 7.5, limit: 20 })
  expect(answer.months).toHaveLength(12)
  expect(answer.months.at(-1)).toMatchObject({ tokensIn: 2_000_000, tokensOut: 100_000, cost: 7.5 })
  expect(answer.months[0]).toMatchObject({ tokensIn: 0, tokensOut: 0, cost: 0 })
  expect(JSON.stringify(answer)).not.toContain('sk-secret')
})

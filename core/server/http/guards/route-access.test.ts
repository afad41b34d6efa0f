import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { requireAudience } from './route-access.ts'

test('a route that does not say its audience keeps the server from starting', async () => {
  const app = fastify()
  requireAudience(app)
  app.get('/forgotten', async () => 'hello')
  await expect(app.ready()).rejects.toThrow('The route GET /forgotten does not say its audience and kind')
  await app.close()
})

test('a route for admins that does not say its role keeps the server from starting', async () => {
  const app = fastify()
  requireAudience(app)
  app.get('/forgotten', { config: { audience: 'admin', kind: 'call' } }, async () => 'hello')
  await expect(app.ready()).rejects.toThrow(
    'The route GET /forgotten is for admins and does not say which role it needs',
  )
  await app.close()
})

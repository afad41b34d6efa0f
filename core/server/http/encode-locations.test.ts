import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { encodeLocations } from './encode-locations.ts'

test('every Location header is ASCII, and what is encoded already stays', async () => {
  const app = fastify()
  onTestFinished(() => app.close())
  encodeLocations(app)
  app.get('/', async (request, reply) => reply.redirect((request.query as { to: string }).to, 303))
  const cases: [string, string][] = [
    ['/blog/Ж', '/blog/%D0%96'],
    ['/blog/é ü', '/blog/%C3%A9%20%C3%BC'],
    ['/blog/a\r\nset-cookie: x=1', '/blog/a%0D%0Aset-cookie:%20x=1'],
    ['/blog/%D0%96?a=b&c=%20#d', '/blog/%D0%96?a=b&c=%20#d'],
    ['/login?next=%2Fadmin', '/login?next=%2Fadmin'],
  ]
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  for (const [to, location] of cases) {
    const response = await fetch(`${url}/?to=${encodeURIComponent(to)}`, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([303, location])
  }
})

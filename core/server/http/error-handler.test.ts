import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { handleErrors } from './error-handler.ts'

test('a reply that fails while it is sent is our own page', async () => {
  const app = fastify()
  onTestFinished(() => app.close())
  handleErrors(app, async (_request, reply, problem) =>
    reply.type('text/html').send(`<h1>${problem.title}</h1>`),
  )
  app.get('/', async (_request, reply) => reply.header('location', '/Ж').header('x-more', 'Ж').send('x'))
  const response = await fetch(`${await app.listen({ port: 0, host: '127.0.0.1' })}/`)
  expect(response.status).toBe(500)
  expect(response.headers.get('content-type')).toContain('text/html')
  expect(response.headers.get('location')).toBeNull()
  expect(await response.text()).toBe('<h1>Something went wrong</h1>')
})

import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { limitArrival } from './body-timeout.ts'

test('a body that comes too slowly ends its request, one that arrives in time is answered late', async () => {
  const app = fastify()
  onTestFinished(() => app.close())
  limitArrival(app, {})
  app.post('/', { config: { arrivalSeconds: 0.3 } }, async () => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    return 'taken'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const post = (body: string) =>
    new Promise<string>((resolve) => {
      let answer = ''
      const socket = connect(port, '127.0.0.1')
      socket.on('data', (chunk) => (answer += chunk))
      socket.on('close', () => resolve(answer))
      socket.write(
        `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n${body}`,
      )
    })
  expect(await post('{')).toMatch(/^HTTP\/1.1 408 Request Timeout/)
  expect(await post('{}')).toMatch(/^HTTP\/1.1 200 OK[\s\S]*taken/)
})

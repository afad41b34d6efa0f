import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, inject, test } from 'vitest'
import { paths } from '../core/contract/paths.ts'
import { launchServer } from '../tests/helpers/launch-server.ts'
import { createTestDatabase } from '../tests/helpers/test-database.ts'

/** Opens a connection, sends the given bytes, and resolves once the server has accepted the connection. */
async function open(url: string, sent: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  if (sent !== '') socket.write(sent)
  // The server accepts connections in order, so a response to a later one shows that it has accepted this one.
  expect((await fetch(`${url}${paths.healthz}`)).status).toBe(200)
  return { ended: once(socket, 'close') }
}

test('a connection on which nothing was asked, or half a question, does not keep a server from ending', async () => {
  const server = await launchServer({
    connectionString: await createTestDatabase(inject('templateUrl')),
    drainMs: 500,
  })
  const silent = await open(server.url, '')
  const half = await open(server.url, 'GET / HTTP/1.1\r\nhost: ever')
  await server.close()
  await Promise.all([silent.ended, half.ended])
  await expect(fetch(server.url)).rejects.toThrow()
})

test('the silent one is not waited for at all', async () => {
  const server = await launchServer({
    connectionString: await createTestDatabase(inject('templateUrl')),
    drainMs: 60_000,
  })
  const { ended } = await open(server.url, '')
  // If the server waited for the silent connection, the test would time out.
  await server.close()
  await ended
  await expect(fetch(server.url)).rejects.toThrow()
})

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiError, sendRequest } from '../api.ts'
import { explainFailure, problemOf } from '../api-failures.ts'
import { createQueryClient, loadListPage, pollWhileAny } from './api.ts'

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string }

/** Starts a real HTTP server that records its requests. */
async function startServer(answer: (response: ServerResponse, count: number) => void) {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
    answer(response, seen.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

const json = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

test('cookies go along with every call', async () => {
  const sent = vi.spyOn(globalThis, 'fetch')
  const { url } = await startServer((response) => json(response, 200, {}))
  await sendRequest('GET', `${url}/one`)
  await sendRequest('POST', `${url}/two`, {})
  expect(sent.mock.calls.map(([, init]) => init?.credentials)).toEqual(['include', 'include'])
})

test('a JSON body and its type are sent only when there is a body', async () => {
  const { url, seen } = await startServer((response) => json(response, 200, {}))
  await sendRequest('POST', `${url}/with`, { title: 'Häuser' })
  await sendRequest('POST', `${url}/without`)
  await sendRequest('POST', `${url}/header`, undefined, { headers: { 'idempotency-key': 'k' } })
  expect(seen[0]?.headers['content-type']).toBe('application/json')
  expect(seen[0]?.body).toBe('{"title":"Häuser"}')
  expect(seen[1]?.headers['content-type']).toBeUndefined()
  expect(seen[1]?.body).toBe('')
  expect(seen[2]?.headers).toMatchObject({ 'idempotency-key': 'k' })
})

test('anything but OK is an error: the status, a colon, a space and the text, or the status text', async () => {
  const answers: [number, string, string][] = [
    [400, 'broken', '400: broken'],
    [401, '{"detail":"no"}', '401: {"detail":"no"}'],
    [503, '', '503: Service Unavailable'],
  ]
  const { url } = await startServer((response, count) => {
    const [status = 0, text = ''] = answers[count - 1] ?? []
    response.writeHead(status).end(text)
  })
  for (const [status, , message] of answers) {
    const error = await sendRequest('GET', url).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ message, status })
  }
})

test('the error carries the problem that the server sent', async () => {
  const problem = {
    type: 'about:blank',
    title: 'Conflict',
    status: 409,
    detail: 'Someone else has edited it.',
    code: 'conflict',
    requestId: 'r',
  }
  const { url } = await startServer((response, count) =>
    count === 1 ? json(response, 409, problem) : response.writeHead(502).end('<html>Bad gateway</html>'),
  )
  const first = await sendRequest('GET', url).catch((thrown: unknown) => thrown)
  expect(problemOf(first)).toEqual(problem)
  expect(explainFailure(first)).toBe('Someone else has edited it.')
  const second = await sendRequest('GET', url).catch((thrown: unknown) => thrown)
  expect(problemOf(second)).toBeUndefined()
  expect(explainFailure(second)).toBe('The server sent an unexpected response (502). Try again in a moment.')
})

test('only a failed connection is explained as one', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  const { url } = await startServer((response) => response.destroy())
  const lost = await sendRequest('GET', url).catch((thrown: unknown) => thrown)
  expect(explainFailure(lost)).toBe('We can’t reach the server. Try again in a moment.')
  expect(explainFailure(new SyntaxError('no JSON'))).toBe(
    'The server sent an unexpected response. Try again in a moment.',
  )
  expect(explainFailure(new TypeError('x is not a function'))).toBe(
    'Something went wrong on this page. Reload it and try again.',
  )
})

test('an answer without text is no JSON', async () => {
  const { url } = await startServer((response) => response.writeHead(204).end())
  expect((await sendRequest('DELETE', url)).json).toBeUndefined()
})

test('the default loader gets the path of its key and parses JSON', async () => {
  const { url, seen } = await startServer((response) => json(response, 200, [1, 2]))
  expect(await createQueryClient().fetchQuery({ queryKey: [`${url}/api/blog`] })).toEqual([1, 2])
  expect(seen).toMatchObject([{ method: 'GET', url: '/api/blog', body: '' }])
})

test('a failed query is not tried again, and a 401 is an error', async () => {
  const { url, seen } = await startServer((response) => json(response, 401, {}))
  await expect(createQueryClient().fetchQuery({ queryKey: [url] })).rejects.toThrow('401: {}')
  await new Promise((resolve) => setTimeout(resolve, 1200))
  expect(seen).toHaveLength(1)
})

test('a query that has been answered is never stale: no polling, no asking again', async () => {
  const { url, seen } = await startServer((response) => json(response, 200, {}))
  const client = createQueryClient()
  const options = client.defaultQueryOptions({ queryKey: [url] })
  expect(options).toMatchObject({
    retry: false,
    refetchOnWindowFocus: false,
    refetchInterval: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  for (const _ of [1, 2]) {
    const observer = new QueryObserver(client, { queryKey: [url] })
    const stop = observer.subscribe(() => {})
    await expect.poll(() => observer.getCurrentResult().status).toBe('success')
    stop()
  }
  expect(seen).toHaveLength(1)
})

test('a list says how many there are, and where its next page is', async () => {
  const { url } = await startServer((response, count) =>
    count === 1
      ? json(response, 200, [{ id: 1 }], {
          'x-total-count': '10000+',
          link: '</api/blog?limit=1&cursor=7_1>; rel="next"',
        })
      : json(response, 200, [{ id: 2 }], { 'x-total-count': '2' }),
  )
  const row = z.object({ id: z.number() })
  expect(await loadListPage(url, row)).toEqual({
    rows: [{ id: 1 }],
    total: '10000+',
    next: '/api/blog?limit=1&cursor=7_1',
  })
  expect(await loadListPage(url, row)).toEqual({ rows: [{ id: 2 }], total: '2', next: undefined })
})

test('a list of jobs is asked for again only while one of them runs', () => {
  const interval = pollWhileAny((row: { isRunning: boolean }) => row.isRunning)
  const after = (...runs: boolean[]) =>
    interval({ state: { data: runs.map((isRunning) => ({ isRunning })) } })
  expect([after(false, true), after(false), after(), interval({ state: {} })]).toEqual([
    2000,
    false,
    false,
    false,
  ])
})

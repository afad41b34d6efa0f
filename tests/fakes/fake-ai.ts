import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** Fault that the fake simulates instead of a correct response */
export type AiFault =
  | 'silent'
  | 'stalled'
  | 'cut'
  | 'slow'
  | 'html'
  | 'half-json'
  | 'wrong-types'
  | 'endless'
  | 'no-speech'
  | 401
  | 404
  | 429
  | 500
  | 503

export type FakeAi = {
  /** The value for AI_BASE_URL and STT_BASE_URL */
  url: string
  /** Bodies of all requests, oldest first */
  received: string[]
  /** Number of open requests */
  readonly open: number
  /** Faults for the next requests, in order. When the list is empty, `always` applies. */
  next: (AiFault | 'none')[]
  always: AiFault | 'none'
  /** Text to respond with, instead of the default text for the request */
  reply: string | undefined
  /** Value of the `Retry-After` header in error responses, in seconds */
  retryAfter: string | undefined
  /** Closes all connections, which cuts off responses that have begun. */
  hangUp(): void
  close(): Promise<void>
}

/**
 * Starts an OpenAI-compatible service on a real socket, with streamed chat completions and transcriptions. It also
 * responds to requests in Anthropic's format.
 */
export async function startFakeAi(port = 0): Promise<FakeAi> {
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  let open = 0
  const fake: FakeAi = {
    get open() {
      return open
    },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    received: [],
    next: [],
    always: 'none',
    reply: undefined,
    retryAfter: undefined,
    hangUp: () => server.closeAllConnections(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString('latin1')
    fake.received.push(body)
    open++
    response.once('close', () => open--)
    const fault = fake.next.shift() ?? fake.always
    response.setHeader('x-fake', 'this is a fake AI service')
    if (typeof fault === 'number') {
      if (fake.retryAfter !== undefined) response.setHeader('retry-after', fake.retryAfter)
      response.writeHead(fault, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: 'secret words of the provider', type: 'fake' } }))
    } else if (fault === 'silent') {
      // Never respond.
    } else if (fault === 'html') {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<!doctype html><title>Sign in to the hotel network</title>')
    } else if (request.url?.endsWith('/audio/transcriptions'))
      transcribe(response, { fault, text: fake.reply })
    else if (request.url?.endsWith('/messages')) message(response, fake.reply ?? fakeReply(body))
    else await complete(response, { fault, text: fake.reply ?? fakeReply(body) })
  }

  return fake
}

/** Response to one request: the text, or a fault */
type Answer = { fault: AiFault | 'none'; text: string | undefined }

function transcribe(response: ServerResponse, { fault, text }: Answer): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const whole = JSON.stringify({
    text: fault === 'no-speech' ? ' ' : (text ?? 'This is a fake transcript. No one has listened.'),
  })
  if (fault === 'endless') void flood(response)
  else if (fault === 'stalled') response.write(whole.slice(0, 5))
  else if (fault === 'cut') response.write(whole.slice(0, 5), () => response.destroy())
  else if (fault === 'wrong-types') response.end('{"text": 5}')
  else response.end(fault === 'half-json' ? whole.slice(0, 8) : whole)
}

/** Streams the text in the format of Anthropic. */
function message(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const usage = { input_tokens: 100, output_tokens: 1 }
  const parts = [
    {
      type: 'message_start',
      message: { id: 'fake', type: 'message', role: 'assistant', model: 'fake', content: [], usage },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text },
    },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 50 } },
    { type: 'message_stop' },
  ]
  response.end(parts.map((part) => `event: ${part.type}\ndata: ${JSON.stringify(part)}\n\n`).join(''))
}

async function complete(response: ServerResponse, { fault, text = '' }: Answer): Promise<void> {
  const wrong = '{"titles": 5, "title": 5, "content": [], "excerpt": {}, "tags": "x"}'
  const given = fault === 'wrong-types' ? wrong : text
  const whole = fault === 'half-json' ? given.slice(0, given.length / 2) : given
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  if (fault === 'endless') return flood(response)
  const pieces = whole.match(fault === 'slow' ? /[\s\S]{1,10}/g : /[\s\S]{1,40}/g) ?? []
  for (const [index, piece] of pieces.entries()) {
    if (index === 2 && fault === 'stalled') return
    if (index === 2 && fault === 'cut') {
      // Give the part that was written time to arrive.
      await sleep(50)
      return void response.destroy()
    }
    if (fault === 'slow') await sleep(60)
    response.write(event({ choices: [{ index: 0, delta: { role: 'assistant', content: piece } }] }))
  }
  response.write(event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }))
  response.write(
    event({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 } }),
  )
  response.end('data: [DONE]\n\n')
}

const event = (part: object) =>
  `data: ${JSON.stringify({ id: 'fake', object: 'chat.completion.chunk', created: 0, model: 'fake', ...part })}\n\n`

/** Sends a response of 50 MB. */
async function flood(response: ServerResponse): Promise<void> {
  const piece = event({ choices: [{ index: 0, delta: { content: 'x'.repeat(64 * 1024) } }] })
  const pieces = Readable.from(Array.from({ length: 800 }, () => piece))
  // The client closes the connection before the end.
  await pipeline(pieces, response).catch(() => undefined)
}

/** A plausible reply in the requested format */
function fakeReply(body: string): string {
  if (body.includes('titles'))
    return JSON.stringify({
      titles: ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth'].map(
        (which) => `${which} title of a fake`,
      ),
    })
  if (!body.includes('tags')) return JSON.stringify({ excerpt: 'This excerpt comes from a fake AI service.' })
  return JSON.stringify({
    title: 'A post from a fake AI service',
    content:
      '<p>This text comes from a fake AI service. No model has written it.</p><h2>What it is for</h2><ul><li>Trying the buttons</li><li>Testing</li></ul>',
    excerpt: 'This excerpt comes from a fake AI service.',
    tags: ['Fake', 'Testing', 'Assistant'],
  })
}

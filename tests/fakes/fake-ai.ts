import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
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
  /** Refuses requests for a reply in a given shape, with 400 or, like some servers, with 500 */
  | 'no-structure'
  | 'no-structure-500'
  | 'no-model'
  | 'quota'
  | 'redirect'
  /** Switches to another protocol, which no one asked for */
  | 'upgrade'
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
  /** Method, path, and key of all requests, oldest first */
  asked: { method: string; path: string; key: string | undefined }[]
  /** Names for requests of the list of models */
  models: string[]
  /** Target of the fault `redirect` */
  redirectTo: string
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
    asked: [],
    models: ['fake-large', 'fake'],
    redirectTo: 'http://127.0.0.1:9/v1',
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
    const body = (await buffer(request)).toString('latin1')
    fake.received.push(body)
    fake.asked.push(readHead(request))
    open++
    response.once('close', () => open--)
    const fault = fake.next.shift() ?? fake.always
    response.setHeader('x-fake', 'this is a fake AI service')
    const refusal = refusalOf(fault, body)
    if (refusal) {
      if (fake.retryAfter !== undefined) response.setHeader('retry-after', fake.retryAfter)
      const { status, message, code } = refusal
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message, type: 'fake', code } }))
    } else if (fault === 'redirect') {
      response.writeHead(307, { location: `${fake.redirectTo}/chat/completions` }).end()
    } else if (fault === 'upgrade') {
      request.socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n')
    } else if (fault === 'silent') {
      // Never respond.
    } else if (fault === 'html') {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<!doctype html><title>Sign in to the hotel network</title>')
    } else if (/\/models(\?|$)/.test(request.url ?? '')) {
      response.writeHead(200, { 'content-type': 'application/json' })
      const list = JSON.stringify({
        object: 'list',
        data: fake.models.map((id) => ({ id, object: 'model' })),
      })
      response.end(fault === 'half-json' ? list.slice(0, 20) : list)
    } else if (request.url?.endsWith('/audio/transcriptions'))
      transcribe(response, { fault, text: fake.reply })
    else {
      const text = fake.reply ?? fakeReply(body)
      if (request.url?.endsWith('/messages')) await message(response, body, { fault, text })
      else await complete(response, { fault, text })
    }
  }

  return fake
}

function readHead({ method = '', url = '', headers }: IncomingMessage) {
  const bearer = headers.authorization?.replace(/^Bearer /, '')
  return { method, path: url, key: bearer ?? headers['x-api-key']?.toString() }
}

type Refusal = { status: number; message: string; code?: string }

/** The refusals of real services, for requests that they refuse */
function refusalOf(fault: AiFault | 'none', body: string): Refusal | undefined {
  if (typeof fault === 'number') return { status: fault, message: 'secret words of the provider' }
  switch (fault) {
    case 'no-structure':
      if (/"(response_format|output_config)":/.test(body))
        return { status: 400, message: "Unsupported parameter: 'response_format', not secret words" }
      if (body.includes('"tools":')) return { status: 400, message: 'tools: secret words are not permitted' }
      return undefined
    case 'no-structure-500':
      return body.includes('"response_format":')
        ? { status: 500, message: 'response_format type must be one of "text" or "json_object"' }
        : undefined
    case 'no-model':
      return {
        status: 404,
        message: 'The model `fake` does not exist, secret words',
        code: 'model_not_found',
      }
    case 'quota':
      return { status: 429, message: 'You exceeded your current quota', code: 'insufficient_quota' }
    default:
      return undefined
  }
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

/** Streams the text in the format of Anthropic: as the input of a tool if the request forces one, otherwise as text. */
async function message(response: ServerResponse, body: string, { fault, text = '' }: Answer): Promise<void> {
  const { tools, tool_choice: choice } = JSON.parse(body)
  const tool: unknown = ['any', 'tool'].includes(choice?.type) ? tools[0].name : undefined
  const usage = { input_tokens: 100, output_tokens: 1 }
  const send = (part: { type: string; [key: string]: unknown }) =>
    response.write(`event: ${part.type}\ndata: ${JSON.stringify(part)}\n\n`)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  send({
    type: 'message_start',
    message: { id: 'fake', type: 'message', role: 'assistant', model: 'fake', content: [], usage },
  })
  const block = tool ? { type: 'tool_use', id: 'fake', name: tool, input: {} } : { type: 'text', text: '' }
  send({ type: 'content_block_start', index: 0, content_block: block })
  for (const [index, piece] of cutText(text, fault).entries()) {
    if (index === 2 && fault === 'stalled') return
    if (fault === 'slow') await sleep(60)
    const delta = tool
      ? { type: 'input_json_delta', partial_json: piece }
      : { type: 'text_delta', text: piece }
    send({ type: 'content_block_delta', index: 0, delta })
  }
  send({ type: 'content_block_stop', index: 0 })
  const stop_reason = tool ? 'tool_use' : 'end_turn'
  send({ type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: 50 } })
  send({ type: 'message_stop' })
  response.end()
}

/** The pieces in which a text arrives */
const cutText = (text: string, fault: AiFault | 'none') =>
  text.match(fault === 'slow' ? /[\s\S]{1,10}/g : /[\s\S]{1,40}/g) ?? []

async function complete(response: ServerResponse, { fault, text = '' }: Answer): Promise<void> {
  const wrong = '{"titles": 5, "title": 5, "content": [], "excerpt": {}, "tags": "x"}'
  const given = fault === 'wrong-types' ? wrong : text
  const whole = fault === 'half-json' ? given.slice(0, given.length / 2) : given
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  if (fault === 'endless') return flood(response)
  for (const [index, piece] of cutText(whole, fault).entries()) {
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

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { type Agent, request } from 'node:https'
import { buffer } from 'node:stream/consumers'

/** A server on this machine with a certificate for `localhost` */
type Address = { port: number; ca: string }

type VisitOptions = {
  method?: string
  headers?: Record<string, string>
  cookie?: string
  json?: unknown
  form?: Record<string, string> | FormData
  /** The address of the visitor, 127.x.x.x */
  from?: string
  agent?: Agent
}

export type Visit = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** Sends one request over https, on a connection of its own unless there is an agent. Follows no redirects. */
export async function visit(address: Address, path: string, options: VisitOptions = {}): Promise<Visit> {
  const response = await open(address, path, options)
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: await buffer(response),
  }
}

/** The pieces of a response with the ms since the request at which each arrived. */
export async function watchPieces(
  address: Address,
  path: string,
  options: VisitOptions,
): Promise<{ status: number; pieces: { ms: number; text: string }[] }> {
  const began = performance.now()
  const response = await open(address, path, options)
  const pieces: { ms: number; text: string }[] = []
  for await (const chunk of response)
    pieces.push({ ms: performance.now() - began, text: String(chunk as Buffer) })
  return { status: response.statusCode ?? 0, pieces }
}

async function open({ port, ca }: Address, path: string, options: VisitOptions): Promise<IncomingMessage> {
  const { json, form, cookie, from = '127.0.0.1', agent } = options
  const sent = form && new Response(form instanceof FormData ? form : new URLSearchParams(form))
  const type = json !== undefined ? 'application/json' : sent?.headers.get('content-type')
  const body = json !== undefined ? Buffer.from(JSON.stringify(json)) : sent && (await sent.arrayBuffer())
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        servername: 'localhost',
        port,
        ca,
        path,
        localAddress: from,
        agent: agent ?? false,
        method: options.method ?? (body ? 'POST' : 'GET'),
        headers: {
          host: `localhost:${port}`,
          'sec-fetch-site': 'same-origin',
          ...(type && { 'content-type': type }),
          ...(body && { 'content-length': body.byteLength }),
          ...(cookie && { cookie }),
          ...options.headers,
        },
      },
      resolve,
    )
    // A server may refuse a large body before all of it is sent. Then the response came first.
    outgoing.on('error', reject)
    outgoing.end(body && Buffer.from(body as ArrayBuffer))
  })
}

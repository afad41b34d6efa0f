import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Fault that the fake simulates; `stalled` sends half of a file and then nothing. */
export type S3Fault = 'none' | 'silent' | 'stalled' | 'cut' | 'deletes-nothing' | 403 | 500 | 503

export type FakeS3 = {
  /** The value for MEDIA_STORE */
  address: string
  /** Contents of the bucket: the bytes of each file under its key */
  objects: Map<string, Buffer>
  /** Method and path of each request so far */
  asked: string[]
  fault: S3Fault
  /** Closes the port, as if the machine were down. */
  close(): Promise<void>
}

const bucket = 'pictures'

/**
 * Starts an S3 store on a real socket, with path-style URLs. It can put, get, head, and delete files, delete many at
 * once, and list them in pages. It checks that requests name the access key, but does not verify the signature.
 */
export async function startFakeS3(): Promise<FakeS3> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const fake: FakeS3 = {
    address: `s3://test-key:test%2Fsecret@127.0.0.1:${port}/${bucket}?region=eu-test-1&tls=0`,
    objects: new Map(),
    asked: [],
    fault: 'none',
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const url = new URL(request.url ?? '', 'http://any')
    const [, named, ...rest] = url.pathname.split('/')
    const key = decodeURIComponent(rest.join('/'))
    fake.asked.push(`${request.method} ${url.pathname}`)
    const { fault } = fake
    if (fault === 'silent') return
    if (typeof fault === 'number') return refuse(response, fault, 'Fault')
    if (!request.headers.authorization?.includes('Credential=test-key/'))
      return refuse(response, 403, 'AccessDenied')
    if (named !== bucket) return refuse(response, 404, 'NoSuchBucket')
    if (key === '') {
      if (request.method === 'GET') return sendXml(response, listObjects(fake.objects, url.searchParams))
      if (request.method === 'POST' && url.searchParams.has('delete')) return deleteMany(response, body)
      return refuse(response, 405, 'MethodNotAllowed')
    }
    const object = fake.objects.get(key)
    if (request.method === 'PUT') {
      fake.objects.set(key, body)
      response.writeHead(200, { etag: tagOf(body) }).end()
    } else if (request.method === 'DELETE') {
      fake.objects.delete(key)
      response.writeHead(204).end()
    } else if (!object) refuse(response, 404, 'NoSuchKey')
    else {
      response.writeHead(200, {
        'content-length': object.length,
        'content-type': 'application/octet-stream',
        etag: tagOf(object),
        'last-modified': new Date(0).toUTCString(),
      })
      if (request.method === 'HEAD') response.end()
      else if (fault === 'none' || fault === 'deletes-nothing') response.end(object)
      else {
        response.write(object.subarray(0, object.length / 2))
        if (fault === 'cut') setTimeout(() => response.destroy(), 50)
      }
    }
  }

  function deleteMany(response: ServerResponse, body: Buffer): void {
    const keys = [...body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key)
    if (fake.fault === 'deletes-nothing') {
      const errors = keys.map((key) => `<Error><Key>${key}</Key><Code>AccessDenied</Code></Error>`)
      sendXml(response, `<DeleteResult>${errors.join('')}</DeleteResult>`)
      return
    }
    for (const key of keys) fake.objects.delete(key)
    sendXml(response, '<DeleteResult></DeleteResult>')
  }

  return fake
}

/** So small that the list of one picture's files has more than one page */
const keysPerPage = 5

function listObjects(objects: Map<string, Buffer>, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? ''
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
  const page = keys.slice(0, keysPerPage)
  const last = page.length < keys.length ? page.at(-1) : undefined
  const contents = page.map(
    (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size></Contents>`,
  )
  const next = last ? `<NextContinuationToken>${last}</NextContinuationToken>` : ''
  return `<ListBucketResult><IsTruncated>${Boolean(last)}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
}

const tagOf = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`

function sendXml(response: ServerResponse, xml: string): void {
  response.writeHead(200, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${xml}`)
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>SECRET INSIDE</Message></Error>`)
}

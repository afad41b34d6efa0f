import { connect } from 'node:http2'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { paths } from '../../core/contract/paths.ts'
import { withClient } from '../../features/backups/testing/backups.ts'
import { type MediaItem, mediaLimits, readMediaAddress } from '../../features/media/contract/media.ts'
import { mediaPaths } from '../../features/media/contract/media-paths.ts'
import { postPaths } from '../../features/posts/contract/post-paths.ts'
import { sitePaths } from '../../features/site/contract/site-paths.ts'
import { findProgram } from '../helpers/find-program.ts'
import { readProtocolOverQuic } from '../helpers/http3.ts'
import { type Visit, visit, watchPieces } from '../helpers/https-visitor.ts'
import { admin } from '../helpers/launch-server.ts'
import { postTo } from '../helpers/operations.ts'
import { findProxies, type ReverseProxy } from '../helpers/proxies.ts'
import { metricsToken, readMetrics, type Site, startSite } from '../helpers/site-behind-proxies.ts'
import { readSteadily } from '../helpers/steady-load.ts'

// The real Caddy and nginx with the files of deploy/, in front of instances that are started as the systemd unit does.

/** The search takes this many requests of one visitor in ten minutes (app/pages/server/routes.ts). */
const searches = 60
const load = { perSecond: 50, seconds: 20 }

for (const { name, start, howToInstall } of findProxies())
  if (!start) console.warn(`${name} is not tested: it is not installed (${howToInstall}).`)
const chromium = process.env.CHROMIUM_PATH || findProgram('chromium-headless-shell', 'chromium')
if (!chromium)
  console.warn('HTTP/3 is not tested: there is no Chromium (apt-get install chromium, or set CHROMIUM_PATH).')

let site: Site
beforeAll(async () => {
  site = await startSite()
}, 120_000)
afterAll(() => site?.stop(), 60_000)

describeEach('a visitor', (name, startProxy) => {
  test('http leads to https, and browsers are told to remember it', async () => {
    const proxy = await startProxy()
    const redirect = await fetch(`http://localhost:${proxy.plainPort}${postPaths.blog}?q=a%20b`, {
      redirect: 'manual',
    })
    expect([301, 308]).toContain(redirect.status)
    expect(redirect.headers.get('location')).toMatch(/^https:\/\/localhost(:\d+)?\/blog\?q=a%20b$/)
    if (name === 'nginx') {
      // Certbot's proof is read over http, also when the certificate has expired.
      const proof = `http://localhost:${proxy.plainPort}/.well-known/acme-challenge/none`
      expect((await fetch(proof, { redirect: 'manual' })).status).toBe(404)
    }
    const page = await visit(proxy, paths.home)
    expect(page.status).toBe(200)
    expect(page.headers['strict-transport-security']).toMatch(/^max-age=\d{7,}/)
  })

  test('signing in sets cookies for https only, and a session with them is found', async () => {
    const proxy = await startProxy()
    const signedIn = await visit(proxy, '/api/session', { json: admin })
    expect(signedIn.status).toBe(200)
    const cookies = signedIn.headers['set-cookie'] ?? []
    expect(cookies).toHaveLength(2)
    for (const cookie of cookies) expect(cookie).toMatch(/^__Host-\w+=.*; HttpOnly; Secure; SameSite=Lax$/)
    const session = await visit(proxy, '/api/session', { cookie: cookieOf(signedIn) })
    expect(JSON.parse(String(session.body))).toMatchObject({ user: { username: admin.username } })
    expect((await visit(proxy, '/api/session')).status).toBe(401)
  })

  test('a form without script is taken and leads to its thanks', async () => {
    const proxy = await startProxy()
    const form = { name: `Visitor of ${name}`, email: `${name.toLowerCase()}@example.org` }
    const sent = await visit(proxy, sitePaths.waitlist, { form })
    expect(sent.status).toBe(303)
    const location = new URL(sent.headers.location ?? '', `https://localhost:${proxy.port}`)
    expect(location.host).toBe(`localhost:${proxy.port}`)
    expect((await visit(proxy, location.pathname + location.search)).status).toBe(200)
    const cookie = await signIn(proxy)
    const list = await visit(proxy, '/api/training-waitlist', { cookie })
    expect(String(list.body)).toContain(form.name)
  })
})

describeEach('large and slow things', (name, startProxy) => {
  test('a picture of 25 MB is taken and shown, and 31 MB are refused', async () => {
    const proxy = await startProxy()
    const cookie = await signIn(proxy)
    // Uncompressed, so that it is as large as its pixels.
    const create = { width: 2950, height: 2950, channels: 3, background: '#3a6' } as const
    const bytes = await sharp({ create }).png({ compressionLevel: 0 }).toBuffer()
    expect(bytes.length).toBeGreaterThan(0.99 * mediaLimits.bytes)
    const uploaded = await visit(proxy, '/api/media', { cookie, form: uploadOf(bytes) })
    expect(uploaded.status, String(uploaded.body)).toBe(201)
    const item = JSON.parse(String(uploaded.body)) as MediaItem
    expect(item.bytes).toBe(bytes.length)

    const picture = await visit(proxy, item.src, { headers: { accept: 'image/avif,image/webp,*/*' } })
    expect(picture.headers).toMatchObject({
      'content-type': 'image/avif',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringContaining('Accept'),
    })
    expect((await sharp(picture.body).metadata()).width).toBe(readMediaAddress(item.src)?.width)

    for (const size of [26 * 1024 * 1024, 31 * 1024 * 1024])
      expect((await visit(proxy, '/api/media', { cookie, form: uploadOf(Buffer.alloc(size)) })).status).toBe(
        413,
      )
  })

  test('the pieces of an event stream arrive one by one', async () => {
    const proxy = await startProxy()
    const cookie = await signIn(proxy)
    site.fake.next.push('slow')
    const { status, pieces } = await watchPieces(proxy, '/api/ai/generate-post', {
      cookie,
      json: { topic: 'Letters to donors' },
      headers: { accept: 'text/event-stream' },
    })
    expect(status).toBe(200)
    const text = pieces.map((piece) => piece.text).join('')
    expect(text).toContain('event: result')
    const [first, last] = [pieces[0]?.ms ?? 0, pieces.at(-1)?.ms ?? 0]
    console.log(
      `${name}: first of ${pieces.length} pieces after ${first.toFixed(0)} ms, last after ${last.toFixed(0)} ms`,
    )
    expect(pieces.length).toBeGreaterThan(4)
    expect(last - first).toBeGreaterThan(800)
  })
})

describeEach('the inside and the outside', (name, startProxy) => {
  test('limits count the address of the visitor, who cannot choose it', async () => {
    const proxy = await startProxy()
    const [flooding, other] = name === 'Caddy' ? ['127.0.0.2', '127.0.0.3'] : ['127.0.0.4', '127.0.0.5']
    const search = async (from: string, number: number) => {
      const headers = {
        'x-forwarded-for': `203.0.113.${number}`,
        forwarded: `for=203.0.113.${number}`,
        'x-real-ip': `203.0.113.${number}`,
      }
      return (await visit(proxy, postPaths.blogSearch(`word ${number}`), { from, headers })).status
    }
    for (let number = 0; number < searches; number++) expect(await search(flooding, number)).toBe(200)
    expect(await search(flooding, searches)).toBe(429)
    expect(await search(other, searches)).toBe(200)
  })

  test('metrics are for the inside only', async () => {
    const proxy = await startProxy()
    const headers = { authorization: `Bearer ${metricsToken}` }
    for (const path of [
      '/metrics',
      '/metrics/',
      '/metrics?a=b',
      '//metrics',
      '/%6detrics',
      '/blog/../metrics',
    ]) {
      const outside = await visit(proxy, path, { headers })
      expect(outside.status, path).toBe(404)
      expect(String(outside.body), path).not.toContain('everyday_')
    }
    for (const instance of site.instances)
      expect(await readMetrics(instance)).toContain('everyday_http_requests_total')
  })
})

describeEach('protocols', (name, startProxy) => {
  test('HTTP/2 is spoken', async () => {
    const proxy = await startProxy()
    const session = connect(`https://localhost:${proxy.port}`, { ca: proxy.ca })
    onTestFinished(() => session.close())
    const statuses = await Promise.all(
      [paths.home, postPaths.blog, sitePaths.apps].map(
        (path) =>
          new Promise((resolve, reject) => {
            const stream = session.request({ ':path': path })
            stream.on('response', (headers) => resolve(headers[':status'])).on('error', reject)
            stream.resume()
          }),
      ),
    )
    expect(session.alpnProtocol).toBe('h2')
    expect(statuses).toEqual([200, 200, 200])
  })

  test.skipIf(name !== 'Caddy' || !chromium)('HTTP/3 is offered and spoken', async () => {
    const proxy = await startProxy()
    const page = await visit(proxy, paths.home)
    expect(page.headers['alt-svc']).toContain(`h3=":${proxy.port}"`)
    expect(await readProtocolOverQuic(chromium ?? '', proxy, paths.home)).toBe('h3')
  })
})

describeEach('several instances', (name, startProxy) => {
  test(`one of three instances is killed and comes back under ${load.perSecond} requests a second: no GET fails`, async () => {
    const proxy = await startProxy(3)
    const addresses = [
      paths.home,
      postPaths.blog,
      sitePaths.apps,
      sitePaths.waitlist,
      paths.rss,
      '/api/blog/recent',
    ]
    const reading = readSteadily(proxy, addresses, load)
    await sleep(5000)
    const victim = site.instances[2]
    victim?.killGroup('SIGKILL')
    await victim?.ended
    await sleep(5000)
    await site.restart(2)
    const { sent, failed, slowestMs } = await reading
    console.log(
      `${name}: ${sent} requests, ${failed.length} failed, the slowest took ${slowestMs.toFixed(0)} ms`,
    )
    expect(failed).toEqual([])
    expect(sent).toBe(load.perSecond * load.seconds)
    const revived = site.instances[2]
    // Taking turns, a proxy may give it only some of the addresses.
    expect(revived && (await readMetrics(revived))).toMatch(
      /everyday_http_requests_total\{method="GET",route="\/(?!metrics|readyz)[^"]*",status="200"\} [1-9]/,
    )
  })
})

describe('what fails on all instances at once', () => {
  let broken: Site
  beforeAll(async () => {
    // Nothing listens on the discard port.
    broken = await startSite({ MEDIA_STORE: 's3://key:secret@127.0.0.1:9/pictures?region=eu-test-1&tls=0' })
    await withClient(broken.connectionString, (client) =>
      client.query(
        `create function fill_disk() returns trigger language plpgsql as
         $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
         create trigger fill_disk before insert on training_waitlist execute function fill_disk()`,
      ),
    )
  }, 120_000)
  afterAll(() => broken?.stop(), 60_000)

  for (const { name, start } of findProxies())
    test.skipIf(!start)(`a missing bucket and a full disk leave the pages up behind ${name}`, async () => {
      const proxy = await start?.(broken.instances.map(({ port }) => port))
      if (!proxy) return
      const entry = { name: 'Ann Example', email: 'ann@example.org' }
      for (const { url } of broken.instances) {
        expect(await postTo(url)('/api/training-waitlist', entry)).toBe(503)
        expect((await fetch(url + paths.readyz)).status).toBe(503)
      }
      const picture = mediaPaths.mediaFile.replace(':file', `${'ab'.repeat(16)}-400`)
      const reading = readSteadily(proxy, [paths.home, postPaths.blog, sitePaths.apps], load)
      let refused = 0
      for (const end = Date.now() + load.seconds * 1000; Date.now() < end; refused++)
        expect((await visit(proxy, picture)).status).toBe(503)
      const { sent, failed } = await reading
      console.log(`${name}: ${refused} responses 503, ${failed.length} of ${sent} pages failed`)
      expect(failed).toEqual([])
    })
})

const cookieOf = ({ headers }: Visit) =>
  (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ')

async function signIn(proxy: ReverseProxy): Promise<string> {
  const signedIn = await visit(proxy, '/api/session', { json: admin })
  expect(signedIn.status).toBe(200)
  return cookieOf(signedIn)
}

function uploadOf(bytes: Buffer): FormData {
  const form = new FormData()
  form.set('alt', 'A green field')
  form.set('file', new Blob([new Uint8Array(bytes)]), 'field.png')
  return form
}

/** Defines a group of tests for each proxy. `startProxy` starts it in front of the first instances. */
function describeEach(
  title: string,
  define: (name: string, startProxy: (instances?: number) => Promise<ReverseProxy>) => void,
): void {
  for (const { name, start } of findProxies())
    describe.skipIf(!start)(`${title} behind ${name}`, () =>
      define(name, async (instances = 1) => {
        if (!start) throw new Error(`${name} is not installed`)
        return start(site.instances.slice(0, instances).map(({ port }) => port))
      }),
    )
}

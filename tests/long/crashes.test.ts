import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../helpers/free-port.ts'
import { readAllPages } from '../helpers/read-all-pages.ts'
import { signInOwner, startSite } from '../helpers/restartable-site.ts'
import { processesOf, type StartedApp } from '../helpers/started-app.ts'

const rounds = 20
const writers = 8

/** Joins the waitlist over a keep-alive connection. Returns the HTTP status, or the error code of the connection. */
function join(app: StartedApp, agent: Agent, name: string): Promise<number | string> {
  const body = JSON.stringify({ name, email: 'ann@example.org' })
  return new Promise((resolve) => {
    const sent = request(
      {
        port: app.port,
        path: '/api/training-waitlist',
        method: 'POST',
        agent,
        headers: {
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          'content-length': Buffer.byteLength(body),
          // Random sender addresses keep each sender below the rate limits.
          'x-forwarded-for': `203.0.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
        },
      },
      (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
      },
    )
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    sent.end(body)
  })
}

/** Adds entries until the app is gone. `answered` collects names of stored entries, `failed` statuses and errors. */
async function writeUntilGone(
  app: StartedApp,
  label: string,
  answered: string[],
  failed: (number | string)[],
) {
  const agent = new Agent({ keepAlive: true, maxSockets: writers })
  const write = async (writer: number) => {
    for (let number = 0; ; number++) {
      const name = `${label}-${writer}-${number}`
      const result = await join(app, agent, name)
      if (result === 200) answered.push(name)
      else failed.push(result)
      if (result === 'ECONNREFUSED') return
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  agent.destroy()
}

async function listNames(app: StartedApp): Promise<string[]> {
  const path = '/api/training-waitlist?limit=500'
  const { send, access } = await signInOwner(app)
  const entries = await readAllPages<{ name: string }>(send, path, access.cookie)
  return entries.map(({ name }) => name)
}

test(`kill -9 of the whole process group, ${rounds} times under ${writers} writers: nothing that was answered is lost`, async () => {
  const site = await startSite({ PORT: String(await freePort()), TRUSTED_PROXIES: '127.0.0.1' })
  const answered: string[] = []
  for (let round = 0; round < rounds; round++) {
    const startedAt = Date.now()
    const app = await site.start()
    expect(Date.now() - startedAt).toBeLessThan(15_000)
    const writing = writeUntilGone(app, `round ${round}`, answered, [])
    await sleep(300 + Math.random() * 700)
    app.killGroup('SIGKILL')
    await writing
    await expect.poll(() => processesOf(site.folder), { timeout: 15_000 }).toEqual([])
  }
  const stored = await listNames(await site.start())
  expect(answered.length).toBeGreaterThan(rounds * 20)
  expect(answered.filter((name) => !stored.includes(name))).toEqual([])
  expect(new Set(stored).size).toBe(stored.length)
})

test(`SIGTERM under load, ${rounds} times: no request that was taken fails, and the process ends with 0`, async () => {
  const site = await startSite({ PORT: String(await freePort()), TRUSTED_PROXIES: '127.0.0.1' })
  onTestFinished(() => expect(processesOf(site.folder)).toEqual([]))
  for (let round = 0; round < rounds; round++) {
    const app = await site.start()
    const failed: (number | string)[] = []
    const writing = writeUntilGone(app, `round ${round}`, [], failed)
    await sleep(300 + Math.random() * 700)
    const stoppedAt = Date.now()
    app.process.kill('SIGTERM')
    expect(await app.ended).toBe(0)
    expect(Date.now() - stoppedAt).toBeLessThan(10_000)
    await writing
    expect(failed.filter((failure) => failure !== 'ECONNREFUSED')).toEqual([])
  }
})

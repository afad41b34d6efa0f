import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { root } from '../../bin/prepare.js'
import { paths } from '../../core/contract/paths.ts'
import { guestPaths } from '../../features/guests/contract/guest-paths.ts'
import { inviteResponse } from '../../features/guests/contract/invites.ts'
import { postPaths } from '../../features/posts/contract/post-paths.ts'
import { sitePaths } from '../../features/site/contract/site-paths.ts'
import { startFakeSmtp } from '../fakes/fake-smtp.ts'
import { hasFeature } from '../helpers/feature-testing.ts'
import { findProgram } from '../helpers/find-program.ts'
import type { TestServer } from '../helpers/launch-server.ts'
import { startLoneServer } from '../helpers/lone-server.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'

// Prometheus's own program accepts the metrics and the files of deploy/monitoring.

const promtool = findProgram('promtool')
if (!promtool) console.warn('The metrics are not tested: promtool is missing (apt-get install prometheus).')

const token = 'a-token-of-the-tests'
/** An email of the newsletter has one more. */
const minLinks = hasFeature('newsletter') ? 4 : 3
const canary = {
  name: 'Zephyrine Quillfeather',
  email: 'zephyrine@quillfeather.example',
  phone: '+1 555 0199 77',
  message: 'The heron at Quillfeather Pond wants a newsletter',
}
const canaryWords = /zephyrine|quillfeather|heron|0199/i

describe.skipIf(!promtool)('promtool', () => {
  test('accepts the metrics, which tell nothing about a person who wrote in and opened every link', async () => {
    const { server, links } = await startSite()
    const cookie = await server.signIn()
    await writeIn(server)
    await openInvitation(server, cookie)
    await expect.poll(() => links().length, { timeout: 30_000 }).toBeGreaterThanOrEqual(minLinks)
    for (const link of links()) {
      await server.send(link)
      await server.send(link, { form: { answer: 'accept', name: canary.name } })
      // Also where no route is
      await server.send(`${link}/${canary.name}?q=${canary.email}`)
    }
    for (const path of [
      paths.home,
      postPaths.blog,
      postPaths.blogSearch(canary.name),
      `/${canary.email}`,
      paths.readyz,
    ])
      await server.send(path, { headers: { 'user-agent': canary.name, 'x-forwarded-for': '203.0.113.77' } })
    await server.send(`/api/people?q=${canary.name}`, { cookie })

    const metrics = await server.send(paths.metrics, { headers: { authorization: `Bearer ${token}` } })
    const text = await metrics.text()
    expect(text).toContain('route="/invite/:token"')
    expect(text).not.toMatch(canaryWords)
    expect(text).not.toContain('203.0.113.77')
    const tokens = links().flatMap((link) => link.match(/[\w-]{20,}/g) ?? [])
    expect(new Set(tokens).size).toBeGreaterThanOrEqual(minLinks)
    expect(tokens.filter((one) => text.includes(one))).toEqual([])
    expect(run(['check', 'metrics'], text)).toEqual({ status: 0, output: '' })
    console.log(
      `${text.split('\n').filter((line) => !line.startsWith('#')).length} series, ${text.length} bytes`,
    )
  })

  test('accepts the alerts and the settings of Prometheus', async () => {
    const folder = await temporaryFolder()
    // As docs/operations.md says
    for (const name of ['prometheus.yml', 'prometheus.compose.yml', 'alerts.yml'])
      cpSync(join(root, 'deploy/monitoring', name), join(folder, name))
    cpSync(join(root, 'deploy/monitoring/alerts.yml'), join(folder, 'everyday-ai-alerts.yml'))
    const composeFile = join(folder, 'prometheus.compose.yml')
    // The folder of secrets is only in the container.
    writeFileSync(composeFile, readFileSync(composeFile, 'utf8').replace('/run/secrets/', ''))
    writeFileSync(join(folder, 'metrics-token'), token)
    const rules = run(['check', 'rules', join(folder, 'alerts.yml')])
    expect(rules).toMatchObject({ status: 0, output: expect.stringMatching(/SUCCESS: \d+ rules found/) })
    for (const name of ['prometheus.yml', 'prometheus.compose.yml']) {
      const config = run(['check', 'config', join(folder, name)])
      expect(config).toMatchObject({ status: 0, output: expect.stringContaining('is valid') })
    }
  })

  test('each alert fires when it should, and only then', () => {
    const { status, output } = run(['test', 'rules', join(root, 'deploy/monitoring/alerts.test.yml')])
    expect(status, output).toBe(0)
  })
})

function run(args: string[], input = ''): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(promtool ?? '', args, { input, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

/** A server that sends its emails to a fake mail server. `links` has the paths of our own links in them. */
async function startSite(): Promise<{ server: TestServer; links(): string[] }> {
  const fake = await startFakeSmtp()
  onTestFinished(() => fake.close())
  const { server } = await startLoneServer({
    env: {
      METRICS_TOKEN: token,
      SMTP_URL: fake.url,
      ORG_POSTAL_ADDRESS: '1 Main St',
      TRUSTED_PROXIES: '127.0.0.1',
    },
    jobPause: 0.5,
  })
  const links = () => {
    const text = fake.received.map(({ raw }) => raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')).join('\n')
    const found = text.match(/http:\/\/everyday\.test\/[\w/-]*[\w-]{20,}/g) ?? []
    return [...new Set(found)].map((link) => new URL(link).pathname)
  }
  return { server, links }
}

/** Sends every public form as the canary. */
async function writeIn(server: TestServer): Promise<void> {
  const { name, email, phone, message } = canary
  const sent = [
    await server.send('/api/training-waitlist', { json: { name, email, phone, message } }),
    await server.send('/api/contact', { json: { name, email, company: name, services: ['AI training'] } }),
    await server.send(sitePaths.yourData, { form: { email } }),
  ]
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 303])
  if (hasFeature('newsletter'))
    expect((await server.send('/api/newsletter', { json: { email } })).status).toBe(200)
}

/** Invites the canary, who accepts and asks for the link again. */
async function openInvitation(server: TestServer, cookie: string): Promise<void> {
  const { name, email } = canary
  const json = { email, name, suggestedTopic: canary.message }
  const sent = await server.send('/api/author/invite', { cookie, json })
  const { inviteUrl } = inviteResponse.parse(await sent.json())
  const { pathname } = new URL(inviteUrl)
  expect((await server.send(pathname)).status).toBe(200)
  const accepted = await server.send(pathname, { form: { answer: 'accept' } })
  expect((await server.send(accepted.headers.get('location') ?? '')).status).toBe(200)
  expect((await server.send(guestPaths.lostLink, { form: { email } })).status).toBeLessThan(400)
}

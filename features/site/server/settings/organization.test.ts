import { describe, expect, test } from 'vitest'
import type { Organization } from '../../../../core/contract/organization.ts'
import { paths } from '../../../../core/contract/paths.ts'
import { startSignedIn, startTestServer, type TestServer } from '../../../../tests/helpers/test-server.ts'

const path = '/api/settings/organisation'
const empty: Organization = {
  name: '',
  contactEmail: '',
  postalAddress: '',
  timeZone: '',
  bookingUrl: '',
  communityUrl: '',
  appUrls: { beezy: '', pricevue: '', 'ninety-day-plan': '', calmpath: '', 'adhd-assessment': '' },
  notifyEmail: '',
}
const harbor: Organization = {
  ...empty,
  name: 'Harbor Helpers',
  contactEmail: 'hello@harbor.example',
  bookingUrl: 'https://harbor.example/book',
  appUrls: { ...empty.appUrls, beezy: 'https://beezy.harbor.example' },
  notifyEmail: 'inbox@harbor.example',
}

const put = (server: TestServer, cookie: string, json: unknown) =>
  server.send(path, { method: 'PUT', cookie, json })
const home = async (server: TestServer) => (await server.send(paths.home)).text()

describe('the organization', () => {
  test('is for admins only', async () => {
    const server = await startTestServer()
    expect((await server.send(path)).status).toBe(401)
    expect((await put(server, 'session=guess', harbor)).status).toBe(401)
    expect(await server.query('select * from settings')).toEqual([])
  })

  test('is empty over the configuration until it is set', async () => {
    const server = await startTestServer({ env: { SITE_NAME: 'Configured', NOTIFY_EMAIL: 'n@example.org' } })
    const answer = await (await server.send(path, { cookie: await server.signIn() })).json()
    expect(answer.organisation).toEqual(empty)
    expect(answer.configured).toMatchObject({
      name: 'Configured',
      notifyEmail: 'n@example.org',
      bookingUrl: 'https://beezy.example/schedule/info',
      appUrls: { pricevue: 'https://pricevue.example' },
    })
  })

  test('shows on every instance, and goes back to the configuration when emptied', async () => {
    const one = await startTestServer()
    const two = await startTestServer({ connectionString: one.connectionString })
    const cookie = await one.signIn()
    const before = await home(two)
    expect(before).toContain('https://beezy.example/schedule/info')

    const saved = await put(one, cookie, { ...harbor, name: '  Harbor Helpers ' })
    expect(saved.status).toBe(200)
    expect((await saved.json()).organisation).toEqual(harbor)
    expect((await (await one.send(path, { cookie })).json()).organisation).toEqual(harbor)
    for (const server of [one, two]) {
      await expect.poll(() => home(server)).toContain('Harbor Helpers')
      const html = await home(server)
      expect(html).toContain('https://harbor.example/book')
      expect(html).toContain('https://beezy.harbor.example')
      expect(html).toContain('https://pricevue.example')
      expect(html).not.toContain('inbox@harbor.example')
    }

    expect((await put(one, cookie, empty)).status).toBe(200)
    await expect.poll(() => home(two)).toBe(before)
  })

  test('refuses what it cannot use, names the field, and keeps the stored values', async () => {
    const { server, cookie } = await startSignedIn()
    await put(server, cookie, harbor)
    const cases: [unknown, string][] = [
      [{ ...harbor, contactEmail: 'ann' }, 'valid email address'],
      [{ ...harbor, contactEmail: 'ann@example.org\r\nBcc: all@example.org' }, 'contactEmail'],
      [{ ...harbor, bookingUrl: 'javascript:alert(1)' }, 'full web address'],
      [{ ...harbor, appUrls: { ...harbor.appUrls, calmpath: 'calmpath' } }, 'appUrls.calmpath'],
      [{ ...harbor, appUrls: { beezy: '' } }, 'appUrls.pricevue'],
      [{ ...harbor, timeZone: 'Mars/Olympus' }, 'Choose a time zone from the list.'],
      [{ ...harbor, name: 'x'.repeat(201) }, 'The field “name” must be at most 200 characters long.'],
      [{ ...harbor, name: ['x'] }, 'The field “name” must be text.'],
      [{ ...harbor, secret: 1 }, 'There’s no field “secret” here.'],
      [{ name: 'x' }, 'The field “contactEmail” is missing.'],
      ['text', 'JSON object'],
    ]
    for (const [json, words] of cases) {
      const response = await put(server, cookie, json)
      expect(response.status, words).toBe(400)
      expect((await response.json()).detail).toContain(words)
    }
    expect((await (await server.send(path, { cookie })).json()).organisation).toEqual(harbor)
  })

  test('gets links that were typed without https://, and refuses what is no link', async () => {
    const { server, cookie } = await startSignedIn()
    const complete: [string, string][] = [
      ['calendly.com/grace', 'https://calendly.com/grace'],
      [' book.example.org:8443?a=b ', 'https://book.example.org:8443?a=b'],
      ['http://old.example.org', 'http://old.example.org'],
      ['HTTPS://Example.org', 'HTTPS://Example.org'],
      ['', ''],
    ]
    for (const [typed, saved] of complete) {
      const json = { ...empty, bookingUrl: typed, appUrls: { ...empty.appUrls, beezy: typed } }
      const response = await put(server, cookie, json)
      expect(response.status, typed).toBe(200)
      expect((await response.json()).organisation).toMatchObject({
        bookingUrl: saved,
        appUrls: { beezy: saved },
      })
    }
    for (const bookingUrl of [
      'grace',
      'grace@example.org',
      'mailto:grace@example.org',
      'javascript:alert(1)',
      'not. an address',
      '//example.org',
      'data.x:text/html,1',
    ]) {
      const response = await put(server, cookie, { ...empty, bookingUrl })
      expect(response.status, bookingUrl).toBe(400)
      expect((await response.json()).detail).toContain('Enter a full web address, like https://example.org.')
    }
  })

  test('is never a mixture of what two admins save at once', async () => {
    const { server, cookie } = await startSignedIn()
    const versions = Array.from({ length: 20 }, (_, number) => ({
      ...empty,
      name: `Name ${number}`,
      postalAddress: `Street ${number}`,
    }))
    await Promise.all(versions.map((version) => put(server, cookie, version)))
    const { organisation: organization } = await (await server.send(path, { cookie })).json()
    expect(versions).toContainEqual(organization)
  })

  test('is saved by one of 20 admins who saw the same version, and the others get what is set now', async () => {
    const { server, cookie } = await startSignedIn()
    const { version } = await (await server.send(path, { cookie })).json()
    const saved = await Promise.all(
      Array.from({ length: 20 }, async (_, number) => {
        const response = await put(server, cookie, { ...empty, name: `Name ${number}`, version })
        return { status: response.status, body: await response.json() }
      }),
    )
    const [kept, ...refused] = saved.sort((a, b) => a.status - b.status)
    expect(kept?.status).toBe(200)
    expect(kept?.body.version).not.toBe(version)
    for (const { status, body } of refused) {
      expect(status).toBe(409)
      expect(body).toMatchObject({ code: 'conflict', current: kept?.body })
    }
    expect(await server.query(`select from activity where action = 'setting-changed'`)).toHaveLength(1)
    // Going back to the same values is no other version.
    expect((await put(server, cookie, { ...empty, version: kept?.body.version })).status).toBe(200)
    expect((await (await server.send(path, { cookie })).json()).version).toBe(version)
  })
})

import type { Page, Response } from '@playwright/test'
import { features } from '../../app/features.ts'
import { readConfig } from '../../core/config.ts'
import { paths } from '../../core/contract/paths.ts'
import { sealLink, withLink } from '../../core/server/mail/encrypted-link.ts'
import { createSetupCode } from '../../features/accounts/server/accounts.ts'
import { mailForm } from '../../features/connections/testing/connections.ts'
import { guestPaths } from '../../features/guests/contract/guest-paths.ts'
import { createGuestPost, inviteGuest, openRoom } from '../../features/guests/e2e/guests.ts'
import { peoplePaths } from '../../features/people/contract/people-paths.ts'
import { createPlanLink } from '../../features/people/server/plan-links.ts'
import { joinWaitlist } from '../../features/people/server/waitlist.ts'
import { postPaths } from '../../features/posts/contract/post-paths.ts'
import type { Post, PostRequest } from '../../features/posts/contract/posts.ts'
import { savePost } from '../../features/posts/server/writing/save-post.ts'
import { privacyPaths } from '../../features/privacy/contract/privacy-paths.ts'
import { sendDataLink } from '../../features/privacy/server/data-links.ts'
import { publicPages } from '../helpers/feature-testing.ts'
import { admin, type TestServer } from '../helpers/launch-server.ts'
import { emptyTables, expect, test } from './fixtures.ts'
import { signIn } from './sign-in.ts'

// Lists every page from the server's route table, so that a new page is checked as soon as it has a route.

export type PageAddress = { name: string; url: string; status: number }

const missingPage: PageAddress = { name: 'not found', url: '/no/such/page', status: 404 }

/** For pages with parameters or tabs: functions that prepare the data and return addresses that open the page */
const addresses: Record<string, (server: TestServer) => Promise<string | string[]>> = {
  [paths.adminSimple]: async () => [
    paths.adminSimple,
    ...['create', 'manage', 'authors', 'waitlist'].map(paths.adminSimpleTab),
  ],
  // Opens only after a password. features/accounts/e2e/two-step.spec.ts checks it.
  [paths.loginCode]: async () => [],
  [postPaths.ownPage(':slug')]: async (server) => {
    const page = await createPost(server, { kind: 'page', title: 'About us', tags: [], sourceUrl: '' })
    return postPaths.ownPage(page.slug)
  },
  [postPaths.post(':slug')]: async (server) => postPaths.post((await createPost(server)).slug),
  [postPaths.blogTagRoute]: async (server) => postPaths.blogTag((await createPost(server)).tags[0] ?? ''),
  [postPaths.sharedPreview(':token')]: async (server) => {
    const asOwner = { method: 'POST', cookie: await server.signIn() }
    const link = await server.send(`/api/blog/${(await createPost(server)).id}/preview-links`, asOwner)
    // Without users, so that /setup still exists. The link stays, without its author.
    await server.query('delete from users')
    return new URL((await link.json()).url).pathname
  },
  [postPaths.author(':slug')]: async (server) => postPaths.author((await createGuestPost(server)).slug),
  [guestPaths.invitation(':token')]: async (server) => (await inviteGuest(server)).invitation,
  [guestPaths.writingRoom(':token')]: async (server) => (await openRoom(server)).path,
  // The writing room again
  [guestPaths.plainRoom(':token')]: async () => [],
  [postPaths.preview(':id')]: async (server) => postPaths.preview((await createPost(server)).id),
  [privacyPaths.dataLink(':token')]: findDataLink,
  [peoplePaths.plan(':token')]: async ({ instance }) => {
    const values = { name: 'Ann', email: 'ann@example.org', phone: '', company: '', message: 'Hello' }
    const id = await joinWaitlist(instance.db, values, { ip: '127.0.0.1', honeypot: '' })
    const { token } = await createPlanLink(instance.db, id)
    return [peoplePaths.plan(token), peoplePaths.planJoined(token), peoplePaths.planSent(token)]
  },
  [paths.join(':token')]: async (server) => {
    const cookie = await server.signIn()
    const json = { email: 'jo@example.org', displayName: 'Jo', role: 'helper' }
    const { url }: { url: string } = await (await server.send('/api/team/invites', { cookie, json })).json()
    return new URL(url).pathname
  },
  [paths.newPassword(':token')]: async (server) => {
    const cookie = await server.signIn()
    await server.signIn({ username: 'Hana', role: 'helper' })
    const [hana] = await server.query<{ id: number }>(`select id from users where username = 'Hana'`)
    const request = { cookie, method: 'POST' }
    const made = await server.send(`/api/team/${hana?.id ?? 0}/password-link`, request)
    return new URL((await made.json()).url).pathname
  },
  [paths.forgotPassword]: async (server) => {
    const cookie = await server.signIn()
    // It exists only while email is connected. Nothing is sent, so no one needs to answer at this port.
    const json = { values: mailForm({ url: 'smtp://127.0.0.1:9' }) }
    await server.send('/api/settings/connections/mail', { method: 'PUT', cookie, json })
    return paths.forgotPassword
  },
  [paths.adminScreens]: async () => paths.adminSettings,
  [paths.setup]: async ({ instance }) => `${paths.setup}?code=${await createSetupCode(instance.db)}`,
  ...Object.assign({}, ...publicPages.map(({ addresses }) => addresses)),
}

/** Adds someone to the waitlist and returns the path that shows their data. */
export async function findDataLink({ instance, query }: TestServer): Promise<string> {
  await joinWaitlist(
    instance.db,
    { name: 'Ann', email: 'ann@example.org', phone: '', company: '', message: 'Hello' },
    { ip: '127.0.0.1', honeypot: '' },
  )
  const sealed = await sealLink(instance.db, 'ann@example.org')
  await sendDataLink({ features, config: readConfig({}, '/nowhere'), db: instance.db }, { sealed })
  const [mail] = await query<{ text: string; html: null; sealedLink: string }>(
    'select text, html, sealed_link as "sealedLink" from outbox_messages order by id desc limit 1',
  )
  if (!mail) throw new Error('there is no mail')
  return new URL(/http\S+/.exec((await withLink(instance.db, mail)).text)?.[0] ?? '').pathname
}

/** Creates a published post with every kind of format that the text editor offers. `different` replaces its fields. */
async function createPost({ instance }: TestServer, different: Partial<PostRequest> = {}): Promise<Post> {
  const result = await savePost(
    instance.db,
    { id: 0, username: admin.username, role: 'owner' },
    {
      title: 'Choosing a first tool',
      content: `<h1>One</h1><h2>Two</h2><h3>Three</h3><p><strong>a</strong> <em>b</em> <u>c</u> <s>d</s> <code>e</code>
      <a href="https://example.org">f</a></p><ul><li><p>g</p></li></ul><ol><li><p>h</p></li></ol>
      <blockquote><p>i</p></blockquote><pre><code class="language-js">const averyveryveryverylongname = 1 // ${'x'.repeat(200)}</code></pre>
      <p>${'w'.repeat(300)}</p>`,
      tags: ['Getting Started'],
      isPublished: true,
      sourceUrl: 'https://example.org/source',
      ...different,
    },
  )
  if (result.outcome !== 'saved') throw new Error(result.outcome)
  return result.post
}

/** A share of all pages, so that parallel tests can check them. `{ index: 0, count: 1 }` means all pages. */
export type Part = { index: number; count: number }

/** Splits the pages into `count` parts, one for each test. `label` completes the title of the test. */
export function splitPages(count: number): { part: Part; label: string }[] {
  return Array.from({ length: count }, (_, index) => ({
    part: { index, count },
    label: `part ${index + 1} of ${count}`,
  }))
}

/**
 * Runs a check on every page of a part, as the audience of the page. Visitors come first, while the database is empty
 * and /setup exists. Then come guests, and then an admin, who is signed in in `page`.
 */
export async function checkEveryPage(
  { page, server, part }: { page: Page; server: TestServer; part: Part },
  check: (address: PageAddress, cookie: string | undefined) => Promise<void>,
): Promise<void> {
  await emptyTables(server)
  let index = 0
  for (const audience of ['everyone', 'guest', 'admin'] as const) {
    const cookie = audience === 'admin' ? await signIn(page.context(), server) : undefined
    const routes = server.instance.app.routeTable.filter(
      (route) => route.kind === 'page' && route.method === 'GET' && route.audience === audience,
    )
    expect(routes.length).toBeGreaterThan(0)
    for (const { url } of routes) {
      if (index++ % part.count !== part.index) continue
      for (const address of await findAddresses(server, url))
        await test.step(address.name, () => check(address, cookie))
    }
    if (audience === 'everyone' && part.index === 0)
      await test.step(missingPage.name, () => check(missingPage, cookie))
  }
}

async function findAddresses(server: TestServer, route: string): Promise<PageAddress[]> {
  const find = addresses[route]
  if (!find && /[:*]/.test(route))
    throw new Error(
      `${route} needs parameters: say in tests/e2e/every-page.ts ("addresses") or in testing/public-pages.ts of its feature how to open it.`,
    )
  const urls = find ? [await find(server)].flat() : [route]
  return urls.map((url) => ({ name: urls.length > 1 ? url : route, url, status: 200 }))
}

/** Opens a page in the browser. Returns undefined if the final URL is in `seen`, that is, was opened before. */
export async function openPage(
  page: Page,
  address: PageAddress,
  seen: Set<string>,
): Promise<Response | undefined> {
  const response = await page.goto(address.url)
  const arrived = new URL(page.url())
  expectArrival(address, response?.status(), arrived)
  if (seen.has(arrived.href)) return undefined
  // The admin loads some screens after its page.
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  seen.add(arrived.href)
  return response ?? undefined
}

export function expectArrival(address: PageAddress, status: number | undefined, arrived: URL): void {
  expect.soft(status, `${address.name}: status`).toBe(address.status)
  if (address.url !== paths.login)
    expect.soft(arrived.pathname, `${address.name} opens without a sign-in`).not.toBe(paths.login)
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { paths } from '../../../core/contract/paths.ts'
import { desktop, expectAccessible } from '../../../tests/e2e/accessibility.ts'
import { emptyTables, expect, inLongRuns, test } from '../../../tests/e2e/fixtures.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'
import { everyBlock } from '../../posts/testing/every-block.ts'
import { handIn, inviteGuest, openGuestBrowser, openRoom } from './guests.ts'

// The writing room is the page where an invited guest author writes a post, without an account.

test.beforeEach(({ server }) => emptyTables(server))

test.describe('the writing room', () => {
  test.use({ expectedErrors: /ERR_FAILED|status of 409/ })

  test(
    'shows both texts if the editor has changed the draft in the meantime',
    inLongRuns,
    async ({ page, server }) => {
      const { path } = await openRoom(server)
      const cookie = await server.signIn()
      await page.goto(path)
      const text = page.getByRole('textbox', { name: 'Content' })
      await text.fill('My first words.')
      await expect(page.getByText(/^Saved \d/)).toBeVisible()
      const [post] = await server.query<{ id: number }>('select id from blog_posts')
      const json = { id: post?.id, version: 1, title: 'Theirs', content: '<p>Their words.</p>' }
      expect((await server.send('/api/blog', { cookie, json })).status).toBe(200)
      await text.fill('My own words.')
      const dialog = page.getByRole('dialog', { name: 'Two versions of your draft' })
      await expect(dialog.getByRole('region', { name: 'Draft: Theirs' })).toContainText('Their words.')
      await expectAccessible(page, 'two versions')
      await dialog.getByRole('button', { name: 'Keep mine' }).click()
      await expect(page.getByText(/^Saved \d/)).toBeVisible()
      expect(await server.query('select content, version from blog_posts')).toEqual([
        { content: '<p>My own words.</p>', version: 3 },
      ])

      // A draft can be submitted only if the guest has seen its current version.
      const again = { ...json, version: 3, content: '<p>Their last words.</p>' }
      expect((await server.send('/api/blog', { cookie, json: again })).status).toBe(200)
      await page.getByRole('button', { name: 'Submit', exact: true }).click()
      await page.getByRole('button', { name: 'Submit now' }).click()
      await expect(dialog.getByRole('region', { name: 'Draft: Theirs' })).toContainText('Their last words.')
      await expect(page.getByRole('dialog')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)

      // The guest has not touched the text since, so the editor's is kept along with the guest's new bio.
      await page.getByLabel('Short bio').fill('I bake.')
      await expect(text).toContainText('Their last words.')
      await expect(page.getByLabel('Short bio')).toHaveValue('I bake.')
      await expect(page.getByText(/^Saved \d/)).toBeVisible()
      expect(await server.query('select bio, status from author_invites')).toEqual([
        { bio: 'I bake.', status: 'accepted' },
      ])
      expect(await server.query('select content, version from blog_posts')).toEqual([
        { content: '<p>Their last words.</p>', version: 4 },
      ])
    },
  )
})

test('a new writing page copies and shares its link where it can', async ({ page, context, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    const shared: unknown[] = []
    Object.assign(window, { shared })
    Object.assign(navigator, { share: async (data: unknown) => shared.push(data) })
  })
  const { invitation } = await inviteGuest(server)
  await page.goto(invitation)
  await page.getByRole('button', { name: 'Yes, I’ll write it' }).click()
  const own = page.getByRole('region', { name: 'Your link' })
  const link = await own.getByLabel('Your private link').inputValue()
  await own.getByRole('button', { name: 'Copy link' }).click()
  await expect(own.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await own.getByRole('button', { name: 'Share' }).click()
  expect(await page.evaluate(() => (window as unknown as { shared: unknown[] }).shared)).toEqual([
    { title: 'Your writing page at Everyday AI', url: link },
  ])
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Content' })).toBeVisible()
  await expect(own).toHaveCount(0)
})

test('guest and editor read a submitted draft as readers will', async ({ browser, page, server }) => {
  const file = `<p class="file-link"><a href="/files/${'0'.repeat(32)}/plan.pdf" data-bytes="23456">The plan</a></p>`
  const room = await handIn(server, everyBlock + file)
  const guest = await openGuestBrowser(browser, server, { viewport: desktop })
  await signIn(page.context(), server)
  await guest.page.goto(room.path)
  await page.goto(postPaths.adminReview(room.id))
  for (const reader of [guest.page, page]) {
    await expect(reader.getByRole('columnheader', { name: 'Topic' })).toBeVisible()
    await expect(reader.getByRole('note').first()).toContainText('Bring a laptop.')
    await expect(reader.getByRole('link', { name: /^Save my seat/ })).toHaveAttribute('target', '_blank')
    await expect(
      reader.getByRole('link', { name: /^How a training day works Watch on YouTube/ }),
    ).toBeVisible()
    await expect(reader.getByRole('link', { name: 'The plan PDF, 23 KB' })).toBeVisible()
    await expectAccessible(reader, 'a submitted draft with every block')
  }
  await guest.close()
})

test('links of invitations and writing rooms are not sent as the referrer', async ({ browser, server }) => {
  const referers: (string | undefined)[] = []
  const outside = createServer((request, response) => {
    if (request.url === '/outside') referers.push(request.headers.referer)
    response.end('Somewhere else')
  })
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
  const elsewhere = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/outside`
  const { page, close } = await openGuestBrowser(browser, server, { viewport: desktop })
  const { invitation } = await inviteGuest(server)
  const { path } = await openRoom(server)
  for (const from of [invitation, path, paths.home]) {
    await page.goto(from)
    await page.evaluate((href) => {
      const link = Object.assign(document.createElement('a'), { href, textContent: 'Another site' })
      document.body.prepend(link)
    }, elsewhere)
    await page.getByRole('link', { name: 'Another site' }).click()
    await expect(page.getByText('Somewhere else')).toBeVisible()
  }
  // As a control: a public page sends its origin as the referrer.
  expect(referers).toEqual([undefined, undefined, `${server.url}/`])
  await close()
  await new Promise((resolve) => outside.close(resolve))
})

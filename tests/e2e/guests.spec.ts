import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { paths } from '../../contracts/paths.ts'
import type { TestServer } from '../helpers/launch-server.ts'
import { findViolations } from './accessibility.ts'
import { emptyTables, expect, isAlive, test } from './fixtures.ts'
import { handIn, inviteGuest, openRoom } from './guests.ts'
import { signIn } from './sign-in.ts'

const sizes = {
  'a phone': { width: 360, height: 740 },
  'a desk': { width: 1440, height: 900 },
} as const

test.beforeEach(({ server }) => emptyTables(server))

/** Axe finds nothing in either scheme. */
async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect.soft(await findViolations(page), `${what}, ${colorScheme}`).toEqual([])
  }
  const width = await page.evaluate(() => document.scrollingElement?.scrollWidth ?? 0)
  expect.soft(width, `${what}: its width`).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}

async function openGuest(browser: Browser, server: TestServer, viewport: { width: number; height: number }) {
  const context: BrowserContext = await browser.newContext({
    baseURL: server.url,
    viewport,
    javaScriptEnabled: true,
  })
  const wrong: string[] = []
  context.on('weberror', (error) => wrong.push(error.error().message))
  const page = await context.newPage()
  return { page, wrong, close: () => context.close() }
}

for (const [where, viewport] of Object.entries(sizes))
  test.describe(`on ${where}`, () => {
    test.use({ viewport, expectedErrors: /ERR_FAILED|status of 410/ })

    test('an invitation becomes a post, by links alone', async ({ page: editor, browser, server }) => {
      test.slow()
      await signIn(editor.context(), server)

      // The editor invites, without a mail server.
      await editor.goto(paths.adminTab('authors'))
      await expect(editor.getByText('No invitations sent yet')).toBeVisible()
      await expect(editor.getByLabel('Author Email')).toHaveAttribute('type', 'email')
      const send = editor.getByRole('button', { name: 'Send Invitation' })
      await expect(send).toBeDisabled()
      await expect(send).toHaveAccessibleDescription('Enter an email address and a topic first.')
      await editor.getByLabel('Author Email').fill('jo@example.org')
      await expect(send).toBeDisabled()
      await editor.getByLabel('Suggested Topic').fill('Letters to donors')
      await editor.getByLabel('Author Name').fill('Jo Guest')
      await editor.getByLabel('Personal Message (optional)').fill('Tell us about your food bank.')
      await editor.route(`**${paths.api.authorInvite}`, (route) => route.abort(), { times: 1 })
      await send.click()
      await expect(editor.getByText('Failed to send author invitation.', { exact: true })).toBeVisible()
      await send.click()
      await expect(editor.getByText('Invitation Sent', { exact: true })).toBeVisible()
      await expect(
        editor.getByText('Author invite sent successfully! Email isn’t set up: send the link yourself.', {
          exact: true,
        }),
      ).toBeVisible()
      const link = await editor.getByLabel('Link for Jo Guest').inputValue()
      const row = editor.getByRole('article', { name: 'Invitation to Jo Guest' })
      await expect(row.getByText('Pending')).toBeVisible()
      await expect(editor.getByRole('region', { name: 'The invitations' })).toHaveCSS('max-height', '384px')
      await expectAccessible(editor, 'the authors tab')

      // The guest opens the link, and says yes.
      const guest = await openGuest(browser, server, viewport)
      const { page } = guest
      await page.goto(new URL(link).pathname)
      await expect(page.getByRole('heading', { level: 1, name: 'Would you write for us?' })).toBeVisible()
      await expect(page.getByText('Letters to donors', { exact: true })).toBeVisible()
      // Twice, as people do: it is one answer.
      await page.getByRole('button', { name: 'Yes, I’ll write it' }).dblclick()
      await expect(page).toHaveURL(/\/write\/[\w-]{43}$/)
      // The page shows its own link, once.
      const own = page.getByRole('region', { name: 'Your link' })
      await expect(own.getByLabel('Your private link')).toHaveValue(
        new RegExp(`${new URL(page.url()).pathname}$`),
      )
      await expectAccessible(page, 'a new writing page')
      await own.getByRole('button', { name: 'Got it' }).click()
      await expect(own).toHaveCount(0)
      await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()

      // The invitation leads back to it on this device, and nowhere on another one.
      const room = new URL(page.url()).pathname
      await page.goto(new URL(link).pathname)
      await expect(page).toHaveURL(room)
      await expect(own).toHaveCount(0)
      await page.getByText(/^Your assignment/).click()
      await expect(page.getByLabel('Your private link')).toHaveValue(new RegExp(`${room}$`))
      const stranger = await openGuest(browser, server, viewport)
      await stranger.page.goto(new URL(link).pathname)
      await expect(
        stranger.page.getByRole('heading', { level: 1, name: 'You’ve already answered this invitation' }),
      ).toBeVisible()
      await expect(stranger.page.getByRole('button', { name: 'Ask the editor for a new link' })).toBeVisible()
      await stranger.close()

      // The editor reads what to send, copies the link and says that it was sent.
      await editor.reload()
      await expect(row.getByText('Jo Guest said yes. Send the link to their writing page.')).toBeVisible()
      await row.getByRole('button', { name: 'Copy link for Jo Guest' }).click()
      const copied = await row.getByLabel('Link for Jo Guest').inputValue()
      expect(new URL(copied).pathname).toBe(room)
      await expectAccessible(editor, 'a link to send by hand')
      await row.getByRole('button', { name: 'Mark as sent to Jo Guest' }).click()
      await expect(row.getByText(/said yes/)).toHaveCount(0)

      // Writing: text, a picture with its words, who they are.
      const text = page.getByRole('textbox', { name: 'Content' })
      await page.getByRole('textbox', { name: 'Title' }).fill('Letters that sound like you')
      await text.click()
      await page.keyboard.type('Most letters sound the same.')
      await page.keyboard.press('Enter')
      await page.keyboard.type('We leverage one true thing.')
      await expect(page.getByText('10 words', { exact: true })).toBeVisible()
      await expect(page.getByText('Instead of “leverage” we say: use.')).toBeVisible()
      await page.getByRole('button', { name: 'Image', exact: true }).click()
      await page.getByLabel('Image file').setInputFiles({
        name: 'table.png',
        mimeType: 'image/png',
        buffer: await sharp({ create: { width: 400, height: 300, channels: 3, background: '#c84' } })
          .png()
          .toBuffer(),
      })
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Insert' }).click()
      await expect(dialog.getByRole('alert')).toContainText('Describe the image')
      await dialog.getByLabel('Image description (alt text)').fill('A table with letters')
      await dialog.getByRole('button', { name: 'Insert' }).click()
      await expect(text.getByRole('img', { name: 'A table with letters' })).toBeVisible()
      await page.getByLabel('Short bio').fill('Jo runs the food bank of Springfield.')
      await expect(page.getByText(/^Saved \d/)).toBeVisible()
      await expectAccessible(page, 'the writing room')

      // Left and opened again, everything is there.
      await page.reload()
      await expect(text).toContainText('We leverage one true thing.')
      await expect(page.getByLabel('Short bio')).toHaveValue(/food bank/)
      await page.getByRole('button', { name: 'Submit', exact: true }).click()
      await page.getByRole('button', { name: 'Submit now' }).click()
      await expect(page.getByText('Your draft is with the editor')).toBeVisible()
      await expect(text).toBeHidden()
      await expectAccessible(page, 'a text handed in')

      // The editor finds it, and comments.
      await editor.goto(paths.adminTab('manage'))
      await expect(editor.getByRole('tab', { name: 'Manage Posts 1 to review' })).toBeVisible()
      await expect(editor.getByRole('link', { name: 'Posts 1 from guest authors' })).toBeVisible()
      await editor.getByRole('tab', { name: 'Author Invites 1 new' }).click()
      await expect(row.getByText('New', { exact: true })).toBeVisible()
      await expect(editor.getByRole('tab', { name: 'Author Invites', exact: true })).toBeVisible()
      await expectAccessible(editor, 'a guest who handed in')
      await editor.getByRole('tab', { name: 'Manage Posts' }).click()
      await editor.getByLabel('Status').selectOption('Needs review')
      await editor.getByRole('link', { name: 'Review Letters that sound like you' }).click()
      await editor.getByRole('button', { name: /^Add comment on: We leverage/ }).click()
      await editor.getByLabel('Your comment').fill('We would say: we use.')
      await expectAccessible(editor, 'writing a comment')
      await editor.getByRole('button', { name: 'Save comment' }).click()
      // The comment is on the page again, as the server has it.
      await expect(editor.getByRole('button', { name: /^Delete the comment: We would say/ })).toBeVisible()
      await expect(
        editor.getByRole('paragraph').filter({ hasText: /^We would say: we use\.$/ }),
      ).toBeVisible()
      await editor.getByRole('button', { name: 'Request changes' }).click()
      await expect(editor.getByText('Changes requested', { exact: true }).first()).toBeVisible()
      await expect(editor.getByText('Tell Jo Guest that you requested changes.')).toBeVisible()

      // The guest changes the text, ticks the comment off, hands it in again and approves it.
      await page.reload()
      await expect(page.getByText('The editor requested changes')).toBeVisible()
      await expectAccessible(page, 'comments')
      await page.getByRole('button', { name: /^Show in the draft/ }).click()
      await page.getByLabel('Your reply to: We would say: we use.').fill('Good, so do we.')
      await page.getByRole('checkbox', { name: /^Done/ }).check()
      await expect(page.getByRole('heading', { name: 'All comments done' })).toBeVisible()
      await text.getByText('We leverage one true thing.').click({ clickCount: 3 })
      await page.keyboard.type('We use one true thing.')
      await page.getByRole('button', { name: 'Submit again' }).click()
      await page.getByRole('button', { name: 'Submit now' }).click()
      await expect(page.getByText('Good, so do we.', { exact: true })).toBeVisible()
      await expect(page.getByLabel('Your reply')).toHaveCount(0)
      await expect(page.getByText(/Approve now if we may publish it as is \(optional\)\.$/)).toBeVisible()
      await page.getByRole('button', { name: 'Approve this draft' }).click()
      await expect(page.getByText(/^You approved this draft on/)).toBeVisible()

      // The editor publishes, and everybody reads it.
      await editor.reload()
      await expect(editor.getByText('Approved', { exact: true })).toBeVisible()
      await expect(editor.getByText('We would say: we use.', { exact: true })).toBeVisible()
      await expect(editor.getByText('Jo Guest replied: Good, so do we.')).toBeVisible()
      await expectAccessible(editor, 'an approved text')
      await editor.getByRole('button', { name: 'Publish', exact: true }).click()
      await expect(editor.getByRole('heading', { name: 'Published' })).toBeVisible()
      await page.reload()
      await expect(page.getByText('Your post is live')).toBeVisible()
      await expectAccessible(page, 'a live text')
      await page.goto(paths.post('letters-that-sound-like-you'))
      await page.getByRole('link', { name: 'All posts by Jo Guest' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Jo Guest' })).toBeVisible()
      await expect(page.getByText('Jo runs the food bank of Springfield.')).toBeVisible()
      expect(guest.wrong).toEqual([])
      await guest.close()
    })
  })

test.describe('the writing room', () => {
  test.use({ expectedErrors: /ERR_FAILED|status of 409/ })

  test('keeps what is typed while the server is away', async ({ page, server }) => {
    const { path, token } = await openRoom(server)
    await page.goto(path)
    await page.route(`**${paths.api.room(token)}`, (route) => route.abort())
    await page.getByRole('textbox', { name: 'Content' }).fill('Typed on a train.')
    await expect(page.getByText(/^Not saved\. /).first()).toBeVisible()
    page.once('dialog', (dialog) => dialog.accept())
    await page.reload()
    await expect(page.getByText(/You have unsaved changes/)).toBeVisible()
    await page.unroute(`**${paths.api.room(token)}`)
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByRole('textbox', { name: 'Content' })).toContainText('Typed on a train.')
    await expect(page.getByText(/^Saved \d/)).toBeVisible()
    expect(await server.query('select content from blog_posts')).toEqual([
      { content: '<p>Typed on a train.</p>' },
    ])
  })

  test('shows both texts where the editor has written meanwhile', async ({ page, server }) => {
    test.slow()
    const { path } = await openRoom(server)
    const cookie = await server.signIn()
    await page.goto(path)
    const text = page.getByRole('textbox', { name: 'Content' })
    await text.fill('My first words.')
    await expect(page.getByText(/^Saved \d/)).toBeVisible()
    const [post] = await server.query<{ id: number }>('select id from blog_posts')
    const json = { id: post?.id, version: 1, title: 'Theirs', content: '<p>Their words.</p>' }
    expect((await server.send(paths.api.blog, { cookie, json })).status).toBe(200)
    await text.fill('My own words.')
    const dialog = page.getByRole('dialog', { name: 'Two versions of your draft' })
    await expect(dialog.getByRole('region', { name: 'Draft: Theirs' })).toContainText('Their words.')
    await expectAccessible(page, 'two versions')
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await expect(page.getByText(/^Saved \d/)).toBeVisible()
    expect(await server.query('select content, version from blog_posts')).toEqual([
      { content: '<p>My own words.</p>', version: 3 },
    ])

    // What is handed in is what the guest has read.
    const again = { ...json, version: 3, content: '<p>Their last words.</p>' }
    expect((await server.send(paths.api.blog, { cookie, json: again })).status).toBe(200)
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await page.getByRole('button', { name: 'Submit now' }).click()
    await expect(dialog.getByRole('region', { name: 'Draft: Theirs' })).toContainText('Their last words.')
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    // Whoever goes on with that text keeps what they have just said about themselves.
    await page.getByLabel('Short bio').fill('I bake.')
    await dialog.getByRole('button', { name: 'Use theirs' }).click()
    await expect(text).toContainText('Their last words.')
    await expect(page.getByLabel('Short bio')).toHaveValue('I bake.')
    await expect(page.getByText(/^Saved \d/)).toBeVisible()
    expect(await server.query('select bio, status from author_invites')).toEqual([
      { bio: 'I bake.', status: 'accepted' },
    ])
    expect(await server.query('select content, version from blog_posts')).toEqual([
      { content: '<p>Their last words.</p>', version: 4 },
    ])
  })

  test('asks for a title, a text and a name before it takes anything', async ({ page, server }) => {
    // As in a browser that lets no site keep anything: what is saved is saved all the same.
    await page.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      }),
    )
    const { path } = await openRoom(server)
    await page.goto(path)
    const handIn = page.getByRole('button', { name: 'Submit', exact: true })
    await expect(page.getByRole('textbox', { name: 'Content' })).toBeVisible()
    await handIn.click()
    await expect(page.getByRole('textbox', { name: 'Content' })).toBeFocused()
    await page.keyboard.type('Some words.')
    await page.getByLabel('Your name *').fill('')
    await handIn.click()
    await expect(page.getByLabel('Your name *')).toBeFocused()
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await page.getByRole('button', { name: 'Add a photo' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Image file').setInputFiles({
      name: 'me.png',
      mimeType: 'image/png',
      buffer: await sharp({ create: { width: 90, height: 90, channels: 3, background: '#48c' } })
        .png()
        .toBuffer(),
    })
    await dialog.getByLabel('Image description (alt text)').fill('Jo at the oven')
    await dialog.getByRole('button', { name: 'Use photo' }).click()
    await expect(page.getByRole('img', { name: 'You, as readers see it' })).toBeVisible()
    await expect
      .poll(() => server.query(`select 1 from author_invites where photo_url like '/media/%'`))
      .toHaveLength(1)
    await page.getByRole('button', { name: 'Remove photo' }).click()
    await expect(page.getByRole('button', { name: 'Add a photo' })).toBeVisible()
    await expect(page.getByText(/^Saved \d/)).toBeVisible()
  })
})

test('the editor is asked before words, links or comments go, and a text waits for its time', async ({
  page,
  server,
}) => {
  test.slow()
  const { id, text } = await handIn(server)
  await server.query(`update author_invites set link_asked_at = now()`)
  await signIn(page.context(), server)
  const answers: boolean[] = []
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    return answers.shift() ? dialog.accept() : dialog.dismiss()
  })
  const tab = (name: RegExp) => page.getByRole('tab', { name })

  await page.goto(paths.adminTab('authors'))
  await page.getByLabel('Personal Message (optional)').fill('A long letter.')
  await tab(/^Manage Posts/).click()
  await expect.poll(() => asked).toEqual(['Your changes aren’t saved. Leave without saving them?'])
  await expect(page.getByLabel('Personal Message (optional)')).toHaveValue('A long letter.')
  const row = page.getByRole('article', { name: 'Invitation to Jo Guest' })
  for (const words of ['Requested a new link', 'Needs review', 'Due Mar 1, 2031'])
    await expect(row.getByText(words, { exact: true })).toBeVisible()
  await row.getByRole('button', { name: /^Resend/ }).click()
  await expect(page.getByLabel('Link for Jo Guest')).toHaveValue(/\/write\/[\w-]{43}$/)
  await expect(row.getByText('Requested a new link')).toHaveCount(0)
  await row.getByRole('button', { name: /^Cancel invitation/ }).click()
  await expect.poll(() => asked.at(-1)).toContain('Turn off every link for Jo Guest?')
  await expect(row.getByText('Needs review', { exact: true })).toBeVisible()
  answers.push(true)
  await page.getByLabel('Personal Message (optional)').fill('')
  await row.getByRole('link', { name: /^Review/ }).click()

  await page.getByRole('button', { name: 'Request changes' }).click()
  const word = page.getByLabel('Note to the guest (optional)')
  await expect(word).toHaveAccessibleDescription(/Say what to change/)
  await page.getByRole('button', { name: /^Add comment on: Most/ }).click()
  const comment = page.getByLabel('Your comment').first()
  await comment.fill('Say how.')
  await comment.press('Escape')
  await page.getByRole('button', { name: /^Add comment on: What we changed/ }).click()
  await page.getByRole('button', { name: 'Cancel' }).last().click()
  await expect(comment).toHaveValue('Say how.')
  await page.getByRole('button', { name: 'Save comment' }).click()
  const remove = page.getByRole('button', { name: 'Delete the comment: Say how.' })
  await expect(remove).toBeVisible()
  await server.query(`update guest_comments set answer = 'By hand.'`)
  await page.reload()
  answers.splice(0, answers.length, false, true)
  await remove.click()
  await expect.poll(() => asked.at(-1)).toBe('Delete this comment and Jo Guest’s reply?')
  await expect(remove).toBeVisible()
  await remove.click()
  await expect(remove).toHaveCount(0)
  expect(await server.query('select id from guest_comments')).toEqual([])

  await page.getByLabel('Publish at').fill('2099-05-04T09:30')
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Scheduled' })).toBeVisible()
  expect(
    await server.query(
      `select is_published, published_at > now() as waits from blog_posts where id = ${text.id}`,
    ),
  ).toEqual([{ is_published: true, waits: true }])

  await page.goto(paths.adminTab('authors'))
  answers.push(true)
  await row.getByRole('button', { name: /^Cancel invitation/ }).click()
  await expect(row.getByText('Canceled', { exact: true })).toBeVisible()
  await expect(row.getByRole('button', { name: /^Cancel invitation/ })).toHaveCount(0)
  // Of somebody whose data was deleted only the name on the text is left: there is nobody to write to.
  await server.query(`update author_invites set email = '' where id = ${id}`)
  await page.reload()
  await expect(row.getByText('Canceled', { exact: true })).toBeVisible()
  await expect(row.getByRole('button', { name: /^Resend/ })).toHaveCount(0)
  await expectAccessible(page, 'an invitation of somebody whose data was deleted')
})

test.describe('on a device that can share and copy', () => {
  test('a new writing page copies and shares its link', async ({ page, context, server }) => {
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
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: /status of (410|422)/ })

  test('a guest who says yes gets a link to keep, and comes back by the invitation', async ({
    page,
    server,
  }) => {
    const { invitation } = await inviteGuest(server)
    await page.goto(invitation)
    await page.getByRole('button', { name: 'Yes, I’ll write it' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Your writing page' })).toBeVisible()
    const link = new URL(await page.getByLabel('Your private link').inputValue()).pathname
    expect(link).toBe(new URL(page.url()).pathname)
    await page.goto(invitation)
    await expect(page).toHaveURL(link)
    await page.getByRole('link', { name: 'Write without JavaScript' }).click()
    await expect(page.getByLabel('Your private link')).toHaveValue(new RegExp(`${link}$`))
  })

  test('an invitation is answered, and a lost link is asked for', async ({ page, server }) => {
    const { invitation } = await inviteGuest(server)
    await page.goto(invitation)
    await page.getByRole('button', { name: 'No, thanks' }).click()
    await expect(page.getByRole('heading', { name: 'Thanks for letting us know' })).toBeVisible()
    await page.goto(invitation)
    await page.getByRole('button', { name: 'Ask the editor for a new link' }).click()
    await expect(page.getByRole('heading', { name: 'We got your request' })).toBeVisible()
    await page.goto(paths.lostLink)
    await page.getByRole('button', { name: 'Ask for a new link' }).click()
    await expect(page.getByLabel('Email *')).toHaveAccessibleDescription(/valid email address/)
  })

  test('a guest writes, hands in, answers a comment and approves', async ({ page, browser, server }) => {
    test.slow()
    const { id, path, token } = await openRoom(server)
    await page.goto(path)
    await page.getByRole('link', { name: 'Write without JavaScript' }).click()
    await expect(page.getByText('Letters to donors that still sound like you').first()).toBeVisible()
    await page
      .getByLabel('Your draft *')
      .fill('Most letters sound the same.\n\n## Ours do not\n\nWe use one thing.')
    await page.getByLabel('Your name *').fill('')
    await page.getByRole('button', { name: 'Save and submit' }).click()
    await expect(page.getByRole('alert')).toContainText('Saved, but not submitted yet.')
    await expect(page.getByLabel('Your name *')).toHaveAccessibleDescription(/Enter your name first/)
    await page.getByLabel('Your name *').fill('Jo Guest')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('status')).toContainText('Saved.')
    await page.getByText('How readers will see it').click()
    await expect(page.getByRole('heading', { level: 2, name: 'Ours do not' })).toBeVisible()
    await page.getByRole('button', { name: 'Save and submit' }).click()
    await expect(page.getByRole('status')).toContainText('Submitted.')
    await expect(page.getByLabel('Your draft *')).toHaveCount(0)

    const cookie = await server.signIn()
    const comment = { paragraph: 2, quote: 'We use one thing.', text: 'Which one?' }
    await server.send(paths.api.guestComments(id), { cookie, json: comment })
    await server.send(paths.api.requestChanges(id), { cookie, json: {} })
    await page.goto(paths.plainRoom(token))
    await expect(page.getByText('The editor requested changes')).toBeVisible()
    const seen = await openGuest(browser, server, sizes['a phone'])
    await seen.page.goto(paths.plainRoom(token))
    await expectAccessible(seen.page, 'the plain room with a comment')
    await page.getByLabel('Your reply to: Which one?').fill('The donor wall.')
    await page.getByRole('checkbox', { name: /^Done/ }).check()
    await page.getByRole('button', { name: 'Save and submit' }).click()
    await expect(page.getByText('The donor wall.')).toBeVisible()
    await seen.page.reload()
    await expectAccessible(seen.page, 'the plain room, handed in')
    await seen.close()
    await page.getByRole('button', { name: 'Approve this draft' }).click()
    await expect(page.getByText(/^You approved this draft on/)).toBeVisible()
  })

  test('the simple admin invites, resends and revokes', async ({ page, server }) => {
    await signIn(page.context(), server)
    await page.goto(paths.adminSimpleTab('authors'))
    await expect(page.getByRole('heading', { name: 'No invitations sent yet' })).toBeVisible()
    await page.getByRole('button', { name: 'Send Invitation' }).click()
    await expect(page.getByRole('alert')).toContainText('Failed to send author invitation.')
    await expect(page.getByLabel('Suggested Topic *')).toHaveAccessibleDescription('Required')
    await page.getByLabel('Author Email *').fill('jo@example.org')
    await page.getByLabel('Suggested Topic *').fill('Letters')
    await page.getByRole('button', { name: 'Send Invitation' }).click()
    const link = page.getByLabel('Link for jo@example.org')
    const first = await link.inputValue()
    expect(first).toMatch(/\/invite\/[\w-]{43}$/)
    await page.getByRole('button', { name: 'Resend to jo@example.org' }).click()
    expect(await link.inputValue()).not.toBe(first)
    const revoke = page.getByRole('button', { name: 'Cancel invitation of jo@example.org' })
    await revoke.click()
    const question = page.getByRole('alert')
    await expect(question).toContainText('Turn off every link for jo@example.org?')
    await question.getByRole('link', { name: 'Keep it' }).click()
    await expect(page.getByText('Pending', { exact: true })).toBeVisible()
    await revoke.click()
    await question.getByRole('button', { name: 'Cancel invitation' }).click()
    await expect(page.getByText('Canceled', { exact: true })).toBeVisible()
  })
})

test('with script the simple admin copies a link, and asks in a dialog before it revokes', async ({
  page,
  context,
  server,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(context, server)
  await page.goto(paths.adminSimpleTab('authors'))
  await page.getByLabel('Author Email *').fill('jo@example.org')
  await page.getByLabel('Suggested Topic *').fill('Letters')
  await page.getByRole('button', { name: 'Send Invitation' }).click()
  const link = await page.getByLabel('Link for jo@example.org').inputValue()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)

  await isAlive(page, 'RevokeDialog')
  const revoke = page.getByRole('button', { name: 'Cancel invitation of jo@example.org' })
  const dialog = page.getByRole('dialog', { name: 'Cancel the invitation?' })
  await revoke.click()
  await expect(dialog).toContainText('Turn off every link for jo@example.org?')
  await expectAccessible(page, 'asking before revoking')
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(revoke).toBeFocused()
  await revoke.click()
  await dialog.getByRole('button', { name: 'Cancel invitation' }).click()
  await expect(page.getByText('Canceled', { exact: true })).toBeVisible()
})

test('a link to another site takes no address of an invitation or a room along', async ({
  browser,
  server,
}) => {
  const referers: (string | undefined)[] = []
  const outside = createServer((request, response) => {
    if (request.url === '/outside') referers.push(request.headers.referer)
    response.end('Somewhere else')
  })
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
  const elsewhere = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/outside`
  const { page, close } = await openGuest(browser, server, sizes['a desk'])
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
  // Other pages name the site they are of: the test would see an address.
  expect(referers).toEqual([undefined, undefined, `${server.url}/`])
  await close()
  await new Promise((resolve) => outside.close(resolve))
})

test('a changed text says so after its approval', async ({ page, server }) => {
  const { id, text, path } = await handIn(server)
  await signIn(page.context(), server)
  await page.goto(path)
  await page.getByRole('button', { name: 'Approve this draft' }).click()
  await expect(page.getByText(/^You approved/)).toBeVisible()
  await page.goto(paths.adminPost(text.id))
  await page.getByRole('textbox', { name: 'Content' }).fill('Other words.')
  await page.getByRole('button', { name: 'Update Post' }).click()
  await expect(page.getByText('Blog post saved successfully!', { exact: true })).toBeVisible()
  await page.goto(paths.adminReview(id))
  await expect(page.getByText('Changed after approval')).toBeVisible()
  await page.goto(paths.adminTab('manage'))
  await expect(page.getByText('Changed after approval')).toBeVisible()
  await expectAccessible(page, 'the list')
})

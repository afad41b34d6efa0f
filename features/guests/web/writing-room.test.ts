import sharp from 'sharp'
import { expect, test } from '../../../tests/light/fixtures.ts'
import { guestPaths } from '../contract/guest-paths.ts'
import { inviteGuest, openRoom } from '../e2e/guests.ts'

// The writing room is the page where an invited guest author writes a post, without an account.

test.describe('the writing room', () => {
  test.use({ expectedErrors: /ERR_FAILED|status of 409/ })

  test('keeps what is typed while the server is away', async ({ page, server }) => {
    const { path, token } = await openRoom(server)
    await page.goto(path)
    await page.route(`**/api/write/${token}`, (route) => route.abort())
    await page.getByRole('textbox', { name: 'Content' }).fill('Typed on a train.')
    await expect(page.getByText(/^Not saved\. /).first()).toBeVisible()
    page.once('dialog', (dialog) => dialog.accept())
    await page.reload()
    await expect(page.getByText(/You have unsaved changes/)).toBeVisible()
    await page.unroute(`**/api/write/${token}`)
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByRole('textbox', { name: 'Content' })).toContainText('Typed on a train.')
    await expect(page.getByText(/^Saved \d/)).toBeVisible()
    expect(await server.query('select content from blog_posts')).toEqual([
      { content: '<p>Typed on a train.</p>' },
    ])
  })

  test('asks for a title, a text, and a name before it submits', async ({ page, server }) => {
    // Some browsers block storage, so there is no copy in the browser. The draft is still saved on the server.
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

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: /status of (410|422)/ })

  test('a guest who accepts gets a private link, to which the invitation leads', async ({ page, server }) => {
    const { invitation } = await inviteGuest(server)
    await page.goto(invitation)
    await page.getByRole('button', { name: 'Yes, I’ll write it' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Your writing page' })).toBeVisible()
    const link = new URL(await page.getByLabel('Your private link').inputValue()).pathname
    expect(link).toBe(new URL(page.url()).pathname)
    await page.goto(invitation)
    await expect(page).toHaveURL(link)
  })

  test('a guest declines an invitation, and asks for a lost link', async ({ page, server }) => {
    const { invitation } = await inviteGuest(server)
    await page.goto(invitation)
    await page.getByRole('button', { name: 'No, thanks' }).click()
    await expect(page.getByRole('heading', { name: 'Thanks for letting us know' })).toBeVisible()
    await page.goto(invitation)
    await page.getByRole('button', { name: 'Ask the editor for a new link' }).click()
    await expect(page.getByRole('heading', { name: 'We got your request' })).toBeVisible()
    await page.goto(guestPaths.lostLink)
    await page.getByRole('button', { name: 'Ask for a new link' }).click()
    await expect(page.getByLabel('Email *')).toHaveAccessibleDescription(/valid email address/)
  })

  test('a guest is told what writing needs', async ({ page, server }) => {
    const { token } = await openRoom(server)
    // The link of the page that once worked without JavaScript
    await page.goto(guestPaths.plainRoom(token))
    await expect(page.getByText('JavaScript is turned off or didn’t load.')).toBeVisible()
    await expect(page.getByLabel('Your private link')).toHaveValue(
      new RegExp(`${guestPaths.writingRoom(token)}$`),
    )
  })
})

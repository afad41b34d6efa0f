import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { paths } from '../../../core/contract/paths.ts'
import { desktop, findViolations, phone } from '../../../tests/e2e/accessibility.ts'
import { emptyTables, expect, isEveryCase, test } from '../../../tests/e2e/fixtures.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'
import { openGuestBrowser } from './guests.ts'

// Each color scheme is checked on only one of the two devices, because a run of axe is the slowest step here.
const devices = [
  { name: 'a phone', viewport: phone, colorScheme: 'dark' },
  { name: 'a desktop', viewport: desktop, colorScheme: 'light' },
] as const

test.beforeEach(({ server }) => emptyTables(server))

/** Expects that axe finds no problem on the page in its current state, and that it does not scroll sideways. */
async function expectAccessible(page: Page, what: string): Promise<void> {
  expect.soft(await findViolations(page), what).toEqual([])
  const width = await page.evaluate(() => document.scrollingElement?.scrollWidth ?? 0)
  expect.soft(width, `${what}: its width`).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}

for (const { name, ...device } of isEveryCase ? devices : devices.slice(0, 1))
  test.describe(`on ${name}`, () => {
    test.use({ ...device, expectedErrors: /ERR_FAILED|status of 410/ })

    test('an invitation becomes a post, by links alone', async ({ page: editor, browser, server }) => {
      // This test is slow, because it takes a post through all its stages in three browser windows.
      await signIn(editor.context(), server)
      const invitation = await test.step('the editor invites, without a mail server', () => invite(editor))
      const guest = await openGuestBrowser(browser, server, device)
      const { page } = guest
      await test.step('the guest opens the link and accepts', () => accept(page, invitation))
      const room = new URL(page.url()).pathname
      await test.step('the invitation leads back on this device', () => returnToRoom(page, invitation, room))
      const stranger = await openGuestBrowser(browser, server, device)
      await test.step('it leads nowhere on another one', () => expectAnswered(stranger.page, invitation))
      await stranger.close()
      await test.step('the editor sends the link of the writing page', () => sendRoomLink(editor, room))
      await test.step('the guest writes, with an image and a bio', () => writeText(page))
      await test.step('after a reload everything is still there, and is submitted', () => submitText(page))
      await test.step('the editor finds it and comments on it', () => comment(editor))
      await test.step('the guest revises, submits again, and approves', () => revise(page))
      await test.step('the editor publishes', () => publish(editor))
      await test.step('visitors read the post', () => readPost(page))
      expect(guest.exceptions).toEqual([])
      await guest.close()
    })
  })

const invitationOf = (editor: Page) => editor.getByRole('article', { name: 'Invitation to Jo Guest' })
const ownLink = (page: Page) => page.getByRole('region', { name: 'Your link' })
const contentOf = (page: Page) => page.getByRole('textbox', { name: 'Content' })

/** Invites the guest, and returns the path of the invitation. */
async function invite(editor: Page): Promise<string> {
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
  await editor.route('**/api/author/invite', (route) => route.abort(), { times: 1 })
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
  const row = invitationOf(editor)
  await expect(row.getByText('Pending')).toBeVisible()
  await expect(editor.getByRole('region', { name: 'The invitations' })).toHaveCSS('max-height', '384px')
  await expectAccessible(editor, 'the authors tab')
  return new URL(link).pathname
}

async function accept(page: Page, invitation: string): Promise<void> {
  await page.goto(invitation)
  await expect(page.getByRole('heading', { level: 1, name: 'Would you write for us?' })).toBeVisible()
  await expect(page.getByText('Letters to donors', { exact: true })).toBeVisible()
  // A double click accepts only once.
  await page.getByRole('button', { name: 'Yes, I’ll write it' }).dblclick()
  await expect(page).toHaveURL(/\/write\/[\w-]{43}$/)
  // The page shows its private link right after the guest has accepted, and not on later visits.
  const own = ownLink(page)
  await expect(own.getByLabel('Your private link')).toHaveValue(
    new RegExp(`${new URL(page.url()).pathname}$`),
  )
  await expectAccessible(page, 'a new writing page')
  await own.getByRole('button', { name: 'Got it' }).click()
  await expect(own).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
}

async function returnToRoom(page: Page, invitation: string, room: string): Promise<void> {
  await page.goto(invitation)
  await expect(page).toHaveURL(room)
  await expect(ownLink(page)).toHaveCount(0)
  await page.getByText(/^Your assignment/).click()
  await expect(page.getByLabel('Your private link')).toHaveValue(new RegExp(`${room}$`))
}

async function expectAnswered(page: Page, invitation: string): Promise<void> {
  await page.goto(invitation)
  await expect(
    page.getByRole('heading', { level: 1, name: 'You’ve already answered this invitation' }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ask the editor for a new link' })).toBeVisible()
}

/** Without a mail server, the admin asks the editor to send the link. The editor copies it and marks it as sent. */
async function sendRoomLink(editor: Page, room: string): Promise<void> {
  const row = invitationOf(editor)
  await editor.reload()
  await expect(row.getByText('Jo Guest said yes. Send the link to their writing page.')).toBeVisible()
  await row.getByRole('button', { name: 'Copy link for Jo Guest' }).click()
  const copied = await row.getByLabel('Link for Jo Guest').inputValue()
  expect(new URL(copied).pathname).toBe(room)
  await expectAccessible(editor, 'a link for the editor to send')
  await row.getByRole('button', { name: 'Mark as sent to Jo Guest' }).click()
  await expect(row.getByText(/said yes/)).toHaveCount(0)
}

async function writeText(page: Page): Promise<void> {
  const text = contentOf(page)
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
}

async function submitText(page: Page): Promise<void> {
  const text = contentOf(page)
  await page.reload()
  await expect(text).toContainText('We leverage one true thing.')
  await expect(page.getByLabel('Short bio')).toHaveValue(/food bank/)
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await page.getByRole('button', { name: 'Submit now' }).click()
  await expect(page.getByText('Your draft is with the editor')).toBeVisible()
  await expect(text).toBeHidden()
  await expectAccessible(page, 'a submitted text')
}

async function comment(editor: Page): Promise<void> {
  await editor.goto(paths.adminTab('manage'))
  await expect(editor.getByRole('tab', { name: 'Manage Posts 1 to review' })).toBeVisible()
  await expect(editor.getByRole('link', { name: 'Writing 1 from guest authors' })).toBeVisible()
  await editor.getByRole('tab', { name: 'Author Invites 1 new' }).click()
  await expect(invitationOf(editor).getByText('New', { exact: true })).toBeVisible()
  await expect(editor.getByRole('tab', { name: 'Author Invites', exact: true })).toBeVisible()
  await expectAccessible(editor, 'an invitation with a submitted text')
  await editor.getByRole('tab', { name: 'Manage Posts' }).click()
  // On a phone, the filters are folded.
  const fold = editor.getByRole('button', { name: 'Filter', exact: true })
  if (await fold.isVisible()) await fold.click()
  await editor.getByLabel('Status').selectOption('Needs review')
  await editor.getByRole('link', { name: 'Review Letters that sound like you' }).click()
  await editor.getByRole('button', { name: /^Add comment on: We leverage/ }).click()
  await editor.getByLabel('Your comment').fill('We would say: we use.')
  await expectAccessible(editor, 'writing a comment')
  await editor.getByRole('button', { name: 'Save comment' }).click()
  // Wait until the page shows the comment as the server stored it.
  await expect(editor.getByRole('button', { name: /^Delete the comment: We would say/ })).toBeVisible()
  await expect(editor.getByRole('paragraph').filter({ hasText: /^We would say: we use\.$/ })).toBeVisible()
  await editor.getByRole('button', { name: 'Request changes' }).click()
  await expect(editor.getByText('Changes requested', { exact: true }).first()).toBeVisible()
  await expect(editor.getByText('Tell Jo Guest that you requested changes.')).toBeVisible()
}

async function revise(page: Page): Promise<void> {
  await page.reload()
  await expect(page.getByText('The editor requested changes')).toBeVisible()
  await expectAccessible(page, 'comments')
  await page.getByRole('button', { name: /^Show in the draft/ }).click()
  await page.getByLabel('Your reply to: We would say: we use.').fill('Good, so do we.')
  await page.getByRole('checkbox', { name: /^Done/ }).check()
  await expect(page.getByRole('heading', { name: 'All comments done' })).toBeVisible()
  await contentOf(page).getByText('We leverage one true thing.').click({ clickCount: 3 })
  await page.keyboard.type('We use one true thing.')
  await page.getByRole('button', { name: 'Submit again' }).click()
  await page.getByRole('button', { name: 'Submit now' }).click()
  await expect(page.getByText('Good, so do we.', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Your reply')).toHaveCount(0)
  await expect(page.getByText(/Approve now if we may publish it as is \(optional\)\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Approve this draft' }).click()
  await expect(page.getByText(/^You approved this draft on/)).toBeVisible()
}

async function publish(editor: Page): Promise<void> {
  await editor.reload()
  await expect(editor.getByText('Approved', { exact: true })).toBeVisible()
  await expect(editor.getByText('We would say: we use.', { exact: true })).toBeVisible()
  await expect(editor.getByText('Jo Guest replied: Good, so do we.')).toBeVisible()
  await expectAccessible(editor, 'an approved text')
  await editor.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(editor.getByRole('heading', { name: 'Published' })).toBeVisible()
}

async function readPost(page: Page): Promise<void> {
  await page.reload()
  await expect(page.getByText('Your post is live')).toBeVisible()
  await expectAccessible(page, 'a live text')
  await page.goto(postPaths.post('letters-that-sound-like-you'))
  await page.getByRole('link', { name: 'All posts by Jo Guest' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Jo Guest' })).toBeVisible()
  await expect(page.getByText('Jo runs the food bank of Springfield.')).toBeVisible()
}

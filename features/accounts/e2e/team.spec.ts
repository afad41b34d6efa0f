import type { Browser, Page } from '@playwright/test'
import { paths } from '../../../core/contract/paths.ts'
import { desktop, expectAccessible } from '../../../tests/e2e/accessibility.ts'
import { closeToast, emptyTables, expect, inLongRuns } from '../../../tests/e2e/fixtures.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'
import { content, saveState, title } from '../../posts/e2e/post-form.ts'
import { connectApp } from '../testing/totp.ts'
import { plugInAuthenticator, test } from './passkeys.ts'

test.afterEach(async ({ server }) => emptyTables(server))
test.beforeEach(async ({ server }) => emptyTables(server))

const phone = { width: 390, height: 844 }

/** Checks the state of a page on a phone and on a desktop, and puts the light colors back. */
async function expectGood(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name, [phone, desktop])
  await page.emulateMedia({ colorScheme: 'light' })
}

/** A browser of another person */
async function openBrowser(browser: Browser, server: TestServer): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, viewport: phone, reducedMotion: 'reduce' })
  return context.newPage()
}

// Ending someone's access refuses their next requests.
test.use({ viewport: phone, expectedErrors: /status of (401|409)/ })

test('a colleague joins with a passkey, writes a draft, an editor publishes it, and the owner ends their access', async ({
  page: owner,
  browser,
  server,
}) => {
  // It looks at more than a dozen screens, each in both themes.
  await signIn(owner.context(), server)
  await owner.goto(paths.adminSettingsTab('team'))
  await expect(owner.getByRole('heading', { name: 'People with access' })).toBeVisible()
  await owner.getByRole('button', { name: 'Invite' }).click()
  await expect(owner.getByRole('alert')).toContainText('Please fix the highlighted fields.')
  await expectGood(owner, 'the team, with errors')
  await server.query(`update users set email = 'ann@example.org'`)
  await owner.getByLabel('Name').fill('Jo Field')
  await owner.getByLabel('Email').fill('ann@example.org')
  await owner.getByRole('button', { name: 'Invite' }).click()
  await expect(owner.getByLabel('Email')).toHaveAccessibleDescription(/^This address belongs to/)
  await owner.getByLabel('Email').fill('jo@example.org')
  await expect(owner.getByRole('radio', { name: 'Helper' })).toBeChecked()
  await owner.getByRole('button', { name: 'Invite' }).click()
  const region = owner.getByRole('region', { name: 'The new link' })
  await expect(region).toBeFocused()
  const link = await region.getByLabel('Link for Jo Field').inputValue()
  await closeToast(owner)
  await expectGood(owner, 'the team, with a new link')

  const helper = await openBrowser(browser, server)
  await plugInAuthenticator(helper)
  await helper.goto(new URL(link).pathname)
  await expect(helper.getByRole('heading', { name: 'Welcome, Jo Field' })).toBeVisible()
  await expectGood(helper, 'the page to join')
  await helper.getByLabel('Username').fill('jo')
  await helper.getByLabel('Password', { exact: true }).fill('short')
  // The browser's own check would stop the form; the server's words are checked here.
  await helper.locator('form').evaluate((form: HTMLFormElement) => form.setAttribute('novalidate', ''))
  await helper.getByRole('button', { name: 'Create account and sign in' }).click()
  await expect(helper.getByLabel('Username')).toHaveValue('jo')
  await expectGood(helper, 'the page to join, with errors')
  await helper.getByLabel('Password', { exact: true }).fill('seven quiet lanterns over')
  await helper.getByRole('button', { name: 'Create account and sign in' }).click()
  await expect(helper.getByRole('link', { name: 'Not now' })).toBeVisible()
  await expect(helper.getByText('Your account is ready. You’re signed in.')).toBeVisible()
  await expectGood(helper, 'the offer of a second step')
  await helper.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(helper.getByText('Passkey added.')).toBeVisible()
  const codes = helper.getByRole('list', { name: 'Recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await expectGood(helper, 'the recovery codes')
  await helper.getByRole('button', { name: 'I saved them' }).click()
  await expect(helper.getByRole('link', { name: 'Not now' })).toHaveCount(0)
  await helper.getByRole('link', { name: 'Continue' }).click()

  await expect(helper).toHaveURL(paths.adminToday)
  await helper.getByRole('link', { name: 'Write a post' }).click()
  await expect(helper.getByLabel('Author *')).toHaveValue('Jo Field')
  await expect(helper.getByRole('switch')).toHaveCount(0)
  await expect(helper.getByText('Editors and owners publish posts.', { exact: false })).toBeVisible()
  await title(helper).fill('What we learned in May')
  await content(helper).fill('Three things that saved us an hour each.')
  await expect(saveState(helper, /^Saved/)).toBeVisible()
  await expectGood(helper, 'the form of a helper')
  await helper.goto(paths.adminTab('manage'))
  const row = helper.getByRole('article', { name: 'What we learned in May' })
  await expect(row.getByRole('button', { name: /^Edit/ })).toBeVisible()
  await row.getByRole('button', { name: /^More/ }).click()
  await expect(row.getByRole('menuitem')).toHaveText(['Move to trash'])
  await helper.keyboard.press('Escape')
  await expectGood(helper, 'the posts of a helper')
  await helper.goto(paths.adminSettings)
  await expect(helper.getByRole('link', { name: 'Team', exact: true })).toHaveCount(0)
  await expect(helper.getByText('Your role: Helper.', { exact: false })).toBeVisible()

  const editor = await openBrowser(browser, server)
  await signIn(editor.context(), server, { username: 'Ed', role: 'editor' })
  await editor.goto(paths.adminTab('manage'))
  await editor.getByRole('button', { name: 'More for What we learned in May' }).click()
  await editor.getByRole('menuitem', { name: 'Publish', exact: true }).click()
  await expect(editor.getByRole('article').getByText('Published', { exact: true })).toBeVisible()
  await helper.goto(postPaths.adminPost(1))
  await expect(helper.getByText('This post is or was public', { exact: false })).toBeVisible()
  await expectGood(helper, 'a public post that a helper may not change')
  const response = await editor.request.get(postPaths.post('what-we-learned-in-may'))
  expect(await response.text()).toContain('Jo Field')

  await helper.goto(paths.adminTab('create'))
  await title(helper).fill('Unfinished')
  await content(helper).fill('This text is saved as a draft.')
  await expect(saveState(helper, /^Saved/)).toBeVisible()
  await owner.reload()
  await owner.getByRole('button', { name: 'End access... of Jo Field' }).click()
  const question = owner.getByRole('dialog', { name: 'End the access of Jo Field?' })
  await expect(question).toBeVisible()
  await expectGood(owner, 'the question before access ends')
  await question.getByRole('button', { name: 'End access' }).click()
  await expect(owner.getByRole('heading', { name: 'Access ended' })).toBeVisible()
  await expect(owner.getByRole('heading', { name: 'People with access' })).toBeFocused()
  await closeToast(owner)
  await expectGood(owner, 'the team, with someone who is gone')

  await content(helper).fill('This text is saved as a draft. This sentence comes too late.')
  const dialog = helper.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(dialog.getByText('Your access to this site has ended.', { exact: false })).toBeVisible()
  await expectGood(helper, 'the sign-in of someone whose access has ended')
  const drafts = await server.query(`select content, author from blog_posts where title = 'Unfinished'`)
  expect(drafts).toEqual([{ content: '<p>This text is saved as a draft.</p>', author: 'Jo Field' }])
  await helper.context().close()
  await editor.context().close()
})

test(
  'an owner changes a role, gives access back, helps to sign in',
  inLongRuns,
  async ({ page, browser, server }) => {
    await test.step('a role is changed in a dialog, and access is given back', async () => {
      await page.setViewportSize(desktop)
      await signIn(page.context(), server)
      await server.signIn({ username: 'Hana', role: 'helper' })
      await page.goto(paths.adminSettingsTab('team'))
      await page.getByRole('button', { name: 'Change role of Hana' }).focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Role of Hana' })
      await expect(dialog).toBeVisible()
      await expectGood(page, 'the dialog for a role')
      await dialog.getByRole('radio', { name: 'Helper' }).focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(page.getByText('Role: Editor', { exact: true })).toBeVisible()
      const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Hana' })
      await expect(row).toContainText(/^HanaEditorNo sign-in yet/)
      await server.query(`update users set disabled_at = now() where username = 'Hana'`)
      await page.reload()
      await page.getByRole('button', { name: 'Give access back to Hana' }).click()
      await expect(page.getByRole('button', { name: 'Change role of Hana' })).toBeVisible()
    })
    await test.step('a colleague forgot the password, and lost the phone', async () => {
      await page.setViewportSize(phone)
      await emptyTables(server)
      await signIn(page.context(), server)
      await connectApp(server, await server.signIn({ username: 'Hana', role: 'helper' }))
      await page.goto(paths.adminSettingsTab('team'))
      await page.getByRole('button', { name: 'Help sign in Hana' }).click()
      const dialog = page.getByRole('dialog', { name: 'Help Hana sign in' })
      await dialog.getByRole('button', { name: 'Make a link' }).click()
      const link = await dialog.getByLabel('Link for Hana').inputValue()
      await expectGood(page, 'help with the sign-in')

      const hana = await openBrowser(browser, server)
      await hana.goto(new URL(link).pathname)
      await expect(hana.getByRole('heading', { level: 1 })).toHaveText('Choose a new password')
      await expectGood(hana, 'the page for a new password')
      await hana.getByLabel('New password', { exact: true }).fill('seven quiet lanterns over')
      await hana.getByRole('button', { name: 'Save the new password' }).click()
      await expect(hana.getByText('Your password was changed', { exact: false })).toBeVisible()
      const typePassword = async () => {
        await hana.getByLabel('Username').fill('hana')
        await hana.getByLabel('Password', { exact: true }).fill('seven quiet lanterns over')
        await hana.getByRole('button', { name: 'Sign in', exact: true }).click()
      }
      await typePassword()
      await expect(hana.getByRole('heading', { level: 1 })).toHaveText('Enter your code')

      await dialog.getByRole('button', { name: 'Reset two-step sign-in' }).click()
      await expect(page.getByText('Two-step sign-in reset', { exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Help sign in Hana' })).toBeFocused()
      await hana.goto(paths.login)
      await typePassword()
      await expect(hana).toHaveURL(paths.adminToday)
      await hana.goto(new URL(link).pathname)
      await expect(hana.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
      await expectGood(hana, 'a used link')
      await hana.context().close()
    })
  },
)

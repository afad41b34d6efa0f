import type { Page } from '@playwright/test'
import { paths } from '../../contracts/paths.ts'

import { closeToast, emptyTables, expect, test } from './fixtures.ts'
import { testScreenStates } from './screen-states.ts'
import { signIn } from './sign-in.ts'

test.use({ expectedErrors: /status of (409|422)|Failed to load resource/ })
test.beforeEach(({ server }) => emptyTables(server))

const preview = (page: Page) => page.frameLocator('iframe')
const publish = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true })
const headline = (page: Page) => page.getByLabel('Headline', { exact: true })

async function openSection(page: Page, section: string): Promise<void> {
  await page.goto(paths.adminSiteSection(section))
  await expect(preview(page).locator('h1').first()).toBeVisible()
}

for (const width of [390, 1440])
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('an editor changes the headline: preview, draft, publish, history, and back to the original', async ({
      page,
      server,
    }) => {
      await signIn(page.context(), server, { username: 'Eve Editor', role: 'editor' })
      await page.goto(paths.adminSite)
      await page.getByRole('link', { name: /^Headline/ }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Headline')
      await headline(page).fill('Plain Help for Harbor Churches')
      await page.getByLabel('Word to underline').fill('Plain')
      await expect(preview(page).getByRole('heading', { level: 1 })).toHaveText(
        'Plain Help for Harbor Churches',
      )
      await expect(page.getByRole('status').filter({ hasText: 'Not saved yet.' })).toBeVisible()

      await page.getByRole('button', { name: 'Save draft' }).click()
      await expect(page.getByText('Draft, not public yet')).toBeVisible()
      const visit = async () => (await server.send(paths.home)).text()
      expect(await visit()).toContain('<title>Everyday AI: We Make')
      await closeToast(page)

      await publish(page).click()
      await expect(page.getByText(/^Published, .* by Eve Editor\.$/)).toBeVisible()
      await expect.poll(visit).toContain('<title>Everyday AI: Plain Help')
      await closeToast(page)

      await page.getByRole('button', { name: 'Version history' }).click()
      const history = page.getByRole('dialog', { name: 'Version history' })
      await history.getByRole('button', { name: /Draft saved by Eve Editor/ }).click()
      await expect(history.getByText('The two versions are identical.')).toBeVisible()
      await page.keyboard.press('Escape')

      await headline(page).fill('Another Headline')
      await page.getByRole('button', { name: 'Version history' }).click()
      await history.getByRole('button', { name: /Published by Eve Editor/ }).click()
      await expect(history.getByRole('region', { name: 'Headline: In the form' })).toContainText('Another')
      await history.getByRole('button', { name: 'Use this version' }).click()
      await expect(headline(page)).toHaveValue('Plain Help for Harbor Churches')

      await page.getByRole('button', { name: 'Back to the original' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Back to the original' }).click()
      await expect(page.getByText('These are the original words of the site.')).toBeVisible()
      await expect(headline(page)).toHaveValue('We Make AI Easy for Everyday People')
      await expect.poll(visit).toContain('<title>Everyday AI: We Make')
    })

    test('items are added, moved by keyboard, pointer, and removed, and the page follows', async ({
      page,
      server,
    }) => {
      await signIn(page.context(), server)
      await openSection(page, 'insights')
      const list = page.getByRole('list', { name: 'Items of the carousel' })
      const names = () => list.locator('summary').allTextContents()
      const before = await names()

      const down = page.getByRole('button', { name: /^Move Pick something.* down$/ })
      await down.focus()
      await page.keyboard.press('Enter')
      await expect(down).toBeFocused()
      expect(await names()).toEqual([before[1], before[0], ...before.slice(2)])
      await expect(page.getByText(/is now 2 of 6\.$/)).toBeAttached()

      const handles = list.locator('.sortable-handle')
      await handles.nth(2).scrollIntoViewIfNeeded()
      const from = await handles.nth(2).boundingBox()
      const to = await handles.nth(0).boundingBox()
      if (!from || !to) throw new Error('the handles are not visible')
      await page.mouse.move(from.x + 8, from.y + 20)
      await page.mouse.down()
      await page.mouse.move(to.x + 8, to.y - 4, { steps: 8 })
      await page.mouse.up()
      expect((await names())[0]).toBe(before[2])

      await page.getByRole('button', { name: 'Add an item' }).click()
      await expect(list.getByRole('combobox', { name: 'Kind' }).last()).toBeFocused()
      await list.getByLabel('Text', { exact: true }).last().fill('A thought of our own.')
      await page.getByRole('button', { name: /^Remove The Analytical Engine/ }).click()
      const putBack = page.getByRole('button', { name: /^Put back The Analytical Engine/ })
      await expect(putBack).toBeFocused()
      await putBack.click()
      expect(await names()).toHaveLength(7)
      await page.getByRole('button', { name: /^Remove The Analytical Engine/ }).click()

      await publish(page).click()
      await expect(page.getByText(/^Published, /)).toBeVisible()
      await expect.poll(async () => (await server.send(paths.home)).text()).toContain('A thought of our own.')
      const home = await (await server.send(paths.home)).text()
      expect(home).not.toContain('The Analytical Engine')
    })
  })

test('an item is dragged by touch', async ({ browser, server }) => {
  const context = await browser.newContext({
    baseURL: server.url,
    hasTouch: true,
    // High enough for the whole way of the finger
    viewport: { width: 390, height: 1000 },
  })
  await signIn(context, server)
  const page = await context.newPage()
  await openSection(page, 'homeLayout')
  const list = page.getByRole('list', { name: 'Sections of the home page' })
  const handles = list.locator('.sortable-handle')
  const from = await handles.nth(0).boundingBox()
  const to = await handles.nth(3).boundingBox()
  if (!from || !to) throw new Error('the handles are not visible')
  const touch = await context.newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: from.x + 8, y }],
    })
  await send('touchStart', from.y + 10)
  for (let step = 1; step <= 10; step++) await send('touchMove', from.y + ((to.y + 40 - from.y) * step) / 10)
  await send('touchEnd', to.y)
  await expect(list.getByRole('checkbox').nth(3)).toHaveAccessibleName(/^Services/)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await context.close()
})

test('a hidden section disappears with the links to it', async ({ page, server }) => {
  await signIn(page.context(), server)
  await openSection(page, 'homeLayout')
  await page.getByRole('checkbox', { name: /^Services/ }).uncheck()
  await page.getByRole('checkbox', { name: /^Carousel/ }).uncheck()
  await expect(preview(page).locator('#services')).toHaveCount(0)
  await publish(page).click()
  await expect(page.getByText(/^Published, /)).toBeVisible()
  await page.goto(paths.home)
  await expect(page.getByRole('region', { name: 'Worth a Minute' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Services' })).toHaveCount(0)
  await expect(page.locator(`a[href="${paths.services}"]`)).toHaveCount(0)
})

test('two people edit one section: both versions are shown, and nothing of either is lost', async ({
  page,
  server,
  browser,
}) => {
  await signIn(page.context(), server)
  const other = await browser.newContext({ baseURL: server.url })
  await signIn(other, server, { username: 'Eve Editor', role: 'editor' })
  const theirPage = await other.newPage()
  await openSection(page, 'community')
  await openSection(theirPage, 'community')
  await headline(theirPage).fill('Theirs')
  await theirPage.getByLabel('Text', { exact: true }).fill('Only they changed this.')
  await publish(theirPage).click()
  await expect(theirPage.getByText(/^Published, /)).toBeVisible()

  await headline(page).fill('Mine <b>&amp;</b>')
  await publish(page).click()
  const dialog = page.getByRole('dialog', { name: 'Two versions of this section' })
  await expect(dialog).toContainText('Eve Editor saved this section')
  await expect(dialog.getByRole('region', { name: 'Headline: Theirs' })).toContainText('Theirs')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy my text' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^Community\n\nHeadline\nMine <b>&amp;<\/b>\n\nText\n/)
  await page.keyboard.press('Escape')
  await expect(headline(page)).toHaveValue('Mine <b>&amp;</b>')
  await headline(page).fill('Mine')
  await publish(page).click()
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(page.getByText(/^Published, /)).toBeVisible()
  await expect.poll(async () => (await server.send(paths.home)).text()).toContain('>Mine<')
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('Only they changed this.')

  await headline(theirPage).fill('Theirs again')
  await publish(theirPage).click()
  await theirPage.getByRole('dialog').getByRole('button', { name: 'Use theirs' }).click()
  await expect(headline(theirPage)).toHaveValue('Mine')
  await theirPage.getByRole('button', { name: 'Bring mine back' }).click()
  await expect(headline(theirPage)).toHaveValue('Theirs again')

  // What is restored after a reload belongs to the version in which it was typed.
  page.on('dialog', (question) => void question.accept())
  await headline(page).fill('Typed before')
  await publish(theirPage).click()
  await expect(theirPage.getByText(/^Published, /)).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Restore' }).click()
  await publish(page).click()
  await expect(dialog.getByRole('region', { name: 'Headline: Theirs' })).toContainText('Theirs again')
  await other.close()
})

test('mistakes are named at their fields, and what was typed survives a reload', async ({ page, server }) => {
  await signIn(page.context(), server)
  await openSection(page, 'stats')
  await headline(page).fill('x'.repeat(121))
  await expect(page.getByText('1 over the limit of 120 characters.')).toBeVisible()
  await page.getByRole('button', { name: 'Add a figure' }).click()
  await publish(page).click()
  const alert = page.getByRole('alert').first()
  await expect(alert).toBeFocused()
  await expect(alert.getByRole('link')).toHaveText([
    'Headline',
    'Figure 4: Figure',
    'Figure 4: What it counts',
  ])
  await alert.getByRole('link', { name: 'Figure 4: Figure' }).click()
  await expect(page.getByLabel('Figure', { exact: true }).last()).toBeFocused()

  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText('You have unsaved changes from')).toBeVisible()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(headline(page)).toHaveValue('x'.repeat(121))

  await headline(page).fill('Back online')
  await page.getByRole('button', { name: /^Remove Figure 4/ }).click()
  await page.context().setOffline(true)
  await publish(page).click()
  await expect(alert).toContainText('Not saved. You’re offline.')
  await page.context().setOffline(false)
  await publish(page).click()
  await expect(page.getByText(/^Published, /)).toBeVisible()
})

test('what is typed while a draft is being saved stays', async ({ page, server }) => {
  await signIn(page.context(), server)
  await openSection(page, 'community')
  const saving = Promise.withResolvers<void>()
  await page.route(`**${paths.api.siteSection('community')}`, async (route) => {
    if (route.request().method() === 'PUT') await saving.promise
    await route.continue()
  })
  await headline(page).fill('  Saved  ')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await headline(page).fill('Typed in the meantime')
  saving.resolve()
  await expect(page.getByText('Draft saved', { exact: true })).toBeVisible()
  await expect(headline(page)).toHaveValue('Typed in the meantime')
  await expect(page.getByText('Not saved yet.')).toBeVisible()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(headline(page)).toHaveValue('Saved')
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(headline(page)).toHaveValue('Typed in the meantime')
})

test('a message goes when its field is corrected, and the item with it stays open', async ({
  page,
  server,
}) => {
  await signIn(page.context(), server)
  await openSection(page, 'stats')
  for (const _ of [1, 2]) await page.getByRole('button', { name: 'Add a figure' }).click()
  const counts = page.getByLabel('What it counts', { exact: true })
  await page.getByLabel('Figure', { exact: true }).nth(3).fill('7')
  await publish(page).click()
  const alert = page.getByRole('alert').first()
  await expect(alert.getByRole('link')).toHaveCount(3)
  // The last item is at the position of the removed one now.
  await counts.nth(4).fill('clouds')
  await page.getByRole('button', { name: /^Remove Figure 4/ }).click()
  await expect(alert).toHaveCount(0)
  await publish(page).click()
  await expect(alert.getByRole('link')).toHaveText(['Figure 4: Figure'])

  const last = page.getByLabel('Figure', { exact: true }).nth(3)
  await last.pressSequentially('12')
  await expect(last).toBeFocused()
  await expect(last).toHaveValue('12')
  await expect(alert).toHaveCount(0)
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/^Draft, not public yet/)).toBeVisible()
  await expect(last).toBeFocused()
})

test('a text is as long as its visible characters, and emoji are not counted twice', async ({
  page,
  server,
}) => {
  await signIn(page.context(), server)
  await openSection(page, 'community')
  await headline(page).fill(` ${'👋'.repeat(120)} `)
  await expect(headline(page)).not.toHaveAttribute('aria-invalid')
  await headline(page).fill('👋'.repeat(122))
  await expect(page.getByText('2 over the limit of 120 characters.')).toBeVisible()
})

test('the preview runs nothing and leads nowhere, whatever the words are', async ({ page, server }) => {
  await signIn(page.context(), server)
  await openSection(page, 'hero')
  await headline(page).fill('<img src=x onerror="parent.hacked=1"><script>parent.hacked=1</script>')
  await expect(preview(page).getByRole('heading', { level: 1 })).toContainText('<img src=x onerror=')
  await preview(page).getByRole('link', { name: 'Get Started Today' }).click()
  await preview(page).getByRole('link', { name: 'Apps', exact: true }).click()
  await expect(preview(page).getByRole('heading', { level: 1 })).toContainText('<img')
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  expect(page.context().pages()).toHaveLength(1)
})

testScreenStates({
  'the list of sections': async ({ page }) => {
    await page.goto(paths.adminSite)
    await expect(page.getByRole('link', { name: /^Headline/ })).toBeVisible()
  },
  'a section with lists': async ({ page }) => {
    await openSection(page, 'services')
    await page.locator('summary', { hasText: 'PLAN' }).click()
    await expect(page.getByLabel('Promise in one sentence').nth(1)).toBeVisible()
  },
  'a section with a mistake': async ({ page }) => {
    await openSection(page, 'menu')
    await page.getByRole('button', { name: 'Add a link' }).click()
    await publish(page).click()
    await expect(page.getByRole('alert').first()).toBeFocused()
  },
  'the order of the sections': ({ page }) => openSection(page, 'homeLayout'),
  'a legal text': async ({ page }) => {
    await openSection(page, 'privacyPolicy')
    await expect(page.getByRole('textbox', { name: 'Text' })).toBeVisible()
  },
})

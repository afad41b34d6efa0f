import type { Page } from '@playwright/test'
import { paths } from '../../../core/contract/paths.ts'
import { closeToast, emptyTables, expect, test } from '../../../tests/e2e/fixtures.ts'
import { testScreenStates } from '../../../tests/e2e/screen-states.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'

test.use({ expectedErrors: /status of (409|422)|Failed to load resource/ })
test.beforeEach(({ server }) => emptyTables(server))

const preview = (page: Page) => page.frameLocator('iframe')
const publish = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true })
const headline = (page: Page) => page.getByLabel('Headline', { exact: true })

async function openSection(page: Page, section: string): Promise<void> {
  await page.goto(paths.adminSiteSection(section))
  await expect(preview(page).locator('h1').first()).toBeVisible()
}

test('a headline is changed: preview, draft, publish, history, original', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 900 })
  await signIn(page.context(), server, { username: 'Eve Editor', role: 'editor' })
  await page.goto(paths.adminSite)
  await page.getByRole('link', { name: /^Headline/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Headline')
  await headline(page).fill('Plain Help for Harbor Churches')
  await page.getByLabel('Word to underline').fill('Plain')
  await expect(preview(page).getByRole('heading', { level: 1 })).toHaveText('Plain Help for Harbor Churches')
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

  await page.setViewportSize({ width: 1440, height: 900 })
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

test('items are added, moved by key or pointer, and removed; the page follows', async ({ page, server }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
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

test('an item is dragged by touch, and a hidden section disappears with the links to it', async ({
  browser,
  server,
}) => {
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
  await expect(list.getByRole('checkbox').nth(3)).toHaveAccessibleName('Show Services')
  expect(await page.evaluate(() => scrollY)).toBe(0)

  await page.getByRole('checkbox', { name: 'Show Services' }).uncheck()
  await page.getByRole('checkbox', { name: /^Show Carousel/ }).uncheck()
  await expect(preview(page).locator('#services')).toHaveCount(0)
  await publish(page).click()
  await expect(page.getByText(/^Published, /)).toBeVisible()
  await page.goto(paths.home)
  await expect(page.getByRole('region', { name: 'Worth a Minute' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Services' })).toHaveCount(0)
  await expect(page.locator(`a[href="${paths.services}"]`)).toHaveCount(0)
  await context.close()
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

/** At least one state of each screen */
const always = ['a section with a mistake']

testScreenStates(always, {
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

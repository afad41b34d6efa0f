import type { Page } from '@playwright/test'
import { paths } from '../../core/contract/paths.ts'
import { queueMail, testMail } from '../../core/server/mail/outbox.ts'
import { handIn, openRoom } from '../../features/guests/e2e/guests.ts'
import { mediaPaths } from '../../features/media/contract/media-paths.ts'
import { peoplePaths } from '../../features/people/contract/people-paths.ts'
import { postPaths } from '../../features/posts/contract/post-paths.ts'
import { signInPage } from '../e2e/sign-in.ts'
import type { TestServer } from '../helpers/launch-server.ts'
import { expect, test } from './fixtures.ts'

test.beforeEach(signInPage)

const menu = (page: Page) => page.getByRole('navigation', { name: 'Admin' })

/** Makes every screen that shows a date throw, as in a browser without this function. */
function breakDates(): void {
  Object.assign(window, { RealFormat: Intl.DateTimeFormat })
  Intl.DateTimeFormat = class {
    constructor() {
      throw new RangeError('no dates today')
    }
  } as unknown as typeof Intl.DateTimeFormat
}

test.describe('when a screen throws', () => {
  // React also logs errors that an error boundary catches.
  test.use({ expectedErrors: /no dates today|RangeError|error boundary/i })

  test('the menu and the error are shown, and another screen works', async ({ page }) => {
    await page.goto(mediaPaths.adminMedia)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.evaluate(breakDates)
    await menu(page).getByRole('link', { name: 'Insights' }).click()
    const problem = page.getByRole('alert')
    await expect(problem.getByRole('heading', { name: 'This page hit a problem.' })).toBeVisible()
    await problem.getByText('Show the error').click()
    await expect(problem.getByText('RangeError: no dates today')).toBeVisible()
    await expect(problem.getByRole('button', { name: 'Reload' })).toBeVisible()

    await menu(page).getByRole('link', { name: 'Writing' }).click()
    await menu(page).getByRole('link', { name: 'Media' }).click()
    await expect(page.getByRole('heading', { name: 'Media', level: 1 })).toBeVisible()
    await expect(problem).toHaveCount(0)

    await menu(page).getByRole('link', { name: 'Insights' }).click()
    await expect(problem).toBeVisible()
    // Once the function is restored, screens work again.
    await page.evaluate(() => {
      Intl.DateTimeFormat = (window as unknown as { RealFormat: typeof Intl.DateTimeFormat }).RealFormat
    })
    await problem.getByRole('link', { name: 'Go to Posts' }).click()
    await expect(page).toHaveURL(paths.admin)
    await menu(page).getByRole('link', { name: 'Insights' }).click()
    await expect(page.getByRole('heading', { name: 'Insights', level: 1 })).toBeVisible()
    await expect(problem).toHaveCount(0)
  })

  test('the whole app shows an error when its frame throws', async ({ page }) => {
    await page.addInitScript(() => {
      const real = window.matchMedia
      window.matchMedia = (query) => {
        if (query.includes('60rem')) throw new RangeError('no dates today')
        return real.call(window, query)
      }
    })
    await page.goto(peoplePaths.adminPeople)
    await expect(
      page.getByRole('main').getByRole('heading', { name: 'This page hit a problem.' }),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go to Posts' })).toHaveAttribute('href', paths.admin)
  })

  test("a guest's writing page shows an error, too", async ({ page, server }) => {
    const room = await openRoom(server)
    await page.addInitScript(breakDates)
    await page.goto(room.path)
    await expect(
      page.getByRole('main').getByRole('heading', { name: 'This page hit a problem.' }),
    ).toBeVisible()
    await expect(page.getByText('What you saved is kept.')).toBeVisible()
  })
})

test('Outbox shows how many emails the admin has to send', async ({ page, server }) => {
  await page.goto(peoplePaths.adminPeople)
  const outbox = menu(page).getByRole('link', { name: 'Outbox' })
  await expect(outbox).toHaveText('Outbox')
  await addMail(server)
  await addMail(server)
  await page.reload()
  await expect(outbox).toHaveText('Outbox2 to send')
  await outbox.click()
  await page
    .getByRole('button', { name: /Hello there/ })
    .first()
    .click()
  await page.getByRole('button', { name: /mark as sent/i }).click()
  await expect(outbox).toHaveText('Outbox1 to send')
})

test("the number at Writing disappears when a guest's draft is published without opening the invitations", async ({
  page,
  server,
}) => {
  const { id } = await handIn(server)
  await page.goto(postPaths.adminReview(id))
  const writing = menu(page).getByRole('link', { name: 'Writing' })
  await expect(writing).toHaveText('Writing1 from guest authors')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(writing).toHaveText('Writing')
})

async function addMail(server: TestServer): Promise<void> {
  await queueMail(server.instance.db, {
    kind: testMail,
    to: 'ann@example.org',
    subject: 'Hello there',
    text: 'Hello',
    html: '',
  })
}

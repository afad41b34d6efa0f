import type { Page } from '@playwright/test'
import { formatFullDay, formatWeekday } from '../../../core/contract/format-date.ts'
import { paths } from '../../../core/contract/paths.ts'
import { expectAccessible } from '../../../tests/e2e/accessibility.ts'
import { countClicks } from '../../../tests/e2e/clicks.ts'
import { emptyTables, expect, isEveryCase, test } from '../../../tests/e2e/fixtures.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { sitePaths } from '../../site/contract/site-paths.ts'
import { trainingPaths } from '../contract/training-paths.ts'
import { sendReminders } from '../server/booked/send-reminders.ts'
import { passTrainingDays, trainingDeps } from '../testing/trainings.ts'
import { offerPage as words } from '../words/offer.ts'
import { dayNameIn, join, sendOffer } from './training-stage.ts'

const maxClicks = { office: 14, client: 6 }
const bookedIn = 29
const narrow = Array.from({ length: 2 }, () => ({ width: 320, height: 640 }))

/** Opens Today, and from there the line about a training. */
async function openFromToday(page: Page, office: ReturnType<typeof countClicks>, section: string) {
  await page.goto(paths.adminToday)
  await office.click(page.getByRole('region', { name: section }).getByRole('link').first())
}

type Stage = { server: TestServer; page: Page; client: Page }

async function runBooking({ server, page, client }: Stage): Promise<{ office: number; client: number }> {
  const office = countClicks()
  const visitor = countClicks()
  await server.query(
    `insert into blog_posts (title, slug, excerpt, content, author, author_type, is_published)
     values ('Worksheet for your day', 'worksheet', 'Bring it.', '<p>One</p>', 'Ann', 'human', true)`,
  )
  await client.goto(server.url + sitePaths.waitlist)
  await client.getByLabel('Name *').fill('Ann Example')
  await client.getByLabel('Email *').fill('ann@example.org')
  await visitor.click(client.getByRole('button', { name: 'Join Waitlist' }))
  await visitor.click(client.getByRole('link', { name: 'Help us plan' }))
  await client.getByLabel('City').fill('Springfield')
  await client.getByLabel('ZIP code').fill('62701')
  await visitor.click(client.getByRole('button', { name: 'Send answers' }))

  await page.goto(paths.adminToday)
  await office.click(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'People' }))
  await office.click(page.getByRole('link', { name: 'Ann Example' }))
  await office.click(page.getByRole('link', { name: 'Offer training days' }))
  await office.click(page.getByRole('button', { name: new RegExp(`^${dayNameIn(bookedIn)}`) }))
  await page.getByLabel('Amount').fill('1,600')
  await page.getByLabel('Deposit').fill('400')
  await page.getByLabel('Address for paying').fill('https://pay.example.org/harbor')
  await page.getByLabel('Terms').fill('After that, half is due.')
  await page.getByLabel('Can cancel until').fill('14')
  await office.click(page.getByRole('button', { name: 'Send offer' }))
  const link = new URL(await page.getByLabel('Link for Ann Example').inputValue()).pathname

  await client.goto(server.url + link)
  await expect(client.getByText('$1,600, with a deposit of $400')).toBeVisible()
  await expect(client.getByText(words.open.accepting)).toBeVisible()
  await visitor.click(client.getByRole('button', { name: words.open.accept }))
  await expect(client.getByRole('heading', { level: 1 })).toHaveText(words.booked.title)

  await openFromToday(page, office, 'Payments that are due')
  await office.click(page.getByRole('button', { name: 'Deposit paid' }))
  await expect(page.getByText('Payment noted', { exact: true })).toBeVisible()

  await client.reload()
  await expect(client.getByText('Deposit paid on')).toBeVisible()
  await visitor.click(client.getByText(words.otherDay.summary, { exact: true }).first())
  const days = client.getByLabel(words.otherDay.day)
  const wished = (await days.locator('option').nth(3).getAttribute('value')) ?? ''
  await days.selectOption(wished)
  await visitor.click(client.getByRole('button', { name: words.otherDay.button }))
  await expect(client.getByText(`We’re holding ${formatFullDay(wished)} for you`)).toBeVisible()

  await openFromToday(page, office, 'New')
  await office.click(page.getByRole('button', { name: `Move to ${formatWeekday(wished)}` }))
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText(formatWeekday(wished))
  await page.getByLabel('Add a file or a post').fill('worksheet')
  await office.click(page.getByRole('button', { name: 'With the reminders Worksheet for your day' }))
  await expect(page.getByRole('link', { name: 'Worksheet for your day' })).toBeVisible()

  const [ahead] = await server.query<{ days: number }>('select day - current_date as days from trainings')
  await passTrainingDays(server, (ahead?.days ?? 0) - 1)
  await sendReminders({ ...trainingDeps, db: server.instance.db })
  expect(
    await server.query(
      `select event from outbox_messages join training_mails on training_mails.message_id = outbox_messages.id
       where recipient = 'ann@example.org' and text like '%/blog/worksheet%' order by event`,
    ),
  ).toEqual([{ event: 'reminder-14' }, { event: 'reminder-2' }])
  await passTrainingDays(server, 3)
  await openFromToday(page, office, 'Trainings to mark as held')
  await office.click(page.getByRole('button', { name: 'Mark as held' }))
  await office.click(page.getByRole('button', { name: 'Paid in full' }))
  await expect(page.getByText(/, not paid/)).toHaveCount(0)
  expect(
    await server.query('select held_at is not null as held, paid_on is not null as paid from trainings'),
  ).toEqual([{ held: true, paid: true }])
  return { office: office.count, client: visitor.count }
}

for (const width of isEveryCase ? [390, 1440] : [390])
  for (const javaScriptEnabled of isEveryCase ? [true, false] : [false])
    test(`from request to paid in few clicks, ${width} px wide, the client ${javaScriptEnabled ? 'with' : 'without'} script`, async ({
      browser,
      page,
      server,
    }) => {
      test.slow()
      await emptyTables(server)
      const viewport = { width, height: 844 }
      await page.setViewportSize(viewport)
      await signIn(page.context(), server)
      const client = await browser.newPage({ javaScriptEnabled, viewport })
      const clicks = await runBooking({ server, page, client })
      await client.close()
      expect(clicks.office).toBeLessThanOrEqual(maxClicks.office)
      expect(clicks.client).toBeLessThanOrEqual(maxClicks.client)
    })

test('a sent offer is corrected, and a booked day with money, terms, and material is accessible', async ({
  page,
  server,
}) => {
  await emptyTables(server)
  const cookie = await signIn(page.context(), server)
  const money = {
    amount: 160_000,
    deposit: 40_000,
    payUrl: 'https://pay.example.org',
    terms: 'Half is due.',
    cancelDays: 14,
  }
  const offer = await sendOffer({ server, cookie }, await join(server, 'Maya'), [bookedIn], money)
  await page.goto(trainingPaths.adminOffer(offer.id))
  await page.getByRole('link', { name: 'Correct' }).click()
  await page.getByLabel('Amount').fill('1500')
  await expectAccessible(page, 'the form of a correction')
  await page.getByRole('button', { name: 'Send correction' }).click()
  await expect(page.getByText('$1,500, with a deposit of $400')).toBeVisible()
  const link = new URL(offer.link ?? '').pathname
  await page.goto(link)
  await expect(page.getByText('$1,500, with a deposit of $400')).toBeVisible()
  await expectAccessible(page, 'the offer')
  await page.getByRole('button', { name: words.open.accept }).click()
  await page.getByText(words.otherDay.summary, { exact: true }).first().click()
  await expectAccessible(page, 'the form of a wish', narrow)
  const [training] = await server.query<{ id: number }>('select id from trainings')
  const path = `/api/trainings/${training?.id}/materials`
  await server.send(path, { cookie, json: { title: 'Worksheet', path: '/blog/worksheet', isAfter: false } })
  const wished =
    (await page.getByLabel(words.otherDay.day).locator('option').nth(3).getAttribute('value')) ?? ''
  await server.send(`${link}/change`, { form: { action: 'other-day', message: 'Snow', day: wished } })
  await page.goto(trainingPaths.adminTraining(training?.id ?? 0))
  await expect(page.getByRole('link', { name: 'Worksheet' })).toBeVisible()
  await expectAccessible(page, 'the booked day, not paid, with a wish', narrow)
  await page.getByRole('button', { name: 'Paid in full' }).click()
  await expect(page.getByRole('button', { name: 'Mark as not paid (Whole price)' })).toBeVisible()
  await expectAccessible(page, 'the booked day, paid', narrow)
  await page.getByRole('button', { name: 'Edit details' }).click()
  await expectAccessible(page, 'its form')
  await page.goto(trainingPaths.adminTraining(training?.id ?? 0))
  await page.getByRole('button', { name: 'Move to another day' }).click()
  await expect(page.getByRole('group', { name: 'New day' })).toBeVisible()
  await expectAccessible(page, 'the form to move it, with a wish', narrow)
})

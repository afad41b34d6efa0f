import { paths } from '../../contracts/paths.ts'
import { emptyTables, expect, test } from './fixtures.ts'
import { signIn } from './sign-in.ts'
import { book, dayNameIn, join, title } from './training-stage.ts'

// The admin's screens of booked days. trainings.spec.ts has those of offers.

let cookie: string
let entryId: number

test.beforeEach(async ({ page, server }) => {
  await emptyTables(server)
  cookie = await signIn(page.context(), server)
  entryId = await join(server, 'Maya')
})

test('a training has facts and a checklist', async ({ page, server }) => {
  const { id } = await book({ server, cookie }, entryId, [8])
  await page.goto(paths.adminTrainingsTab('booked'))
  await expect(page.getByRole('article', { name: /Maya/ })).toContainText('12 people')
  await page.getByRole('link', { name: `${dayNameIn(8)}: Maya` }).click()
  const list = page.getByRole('region', { name: 'Checklist' })
  const lines = list.getByRole('listitem')
  await list.getByRole('button', { name: 'Add to checklist' }).click()
  await expect(list.getByLabel('New item')).toHaveAccessibleDescription('Write what to do first.')
  // Counted once the page of the training has loaded
  const before = await lines.count()
  await list.getByLabel('New item').fill('Print the handouts')
  await page.keyboard.press('Enter')
  await expect(lines).toHaveCount(before + 1)
  await list.getByRole('checkbox', { name: 'Print the handouts' }).check()
  await expect(list.getByText('Ann Admin')).toBeVisible()
  await expect(list.getByRole('status')).toHaveText(`1 of ${before + 1} done`)
  // A response that was on its way does not uncheck what was checked since.
  const [loaded, saved] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(`**${paths.api.training(id)}`, async (route) => {
    const response = await route.fetch()
    await loaded.promise
    await route.fulfill({ response, json: { ...(await response.json()), place: 'Known before the check' } })
  })
  await page.route(`**${paths.api.trainingTask(id, '*')}`, async (route) => {
    await saved.promise
    await route.fallback()
  })
  await list.getByLabel('New item').fill('Sweep')
  await page.keyboard.press('Enter')
  const sweep = list.getByRole('checkbox', { name: 'Sweep' })
  await sweep.check()
  loaded.resolve()
  await expect(page.getByText('Known before the check')).toBeVisible()
  await expect(sweep).toBeChecked()
  await page.unroute(`**${paths.api.training(id)}`)
  saved.resolve()
  await expect(page.getByText('Known before the check')).toHaveCount(0)
  await expect(list.getByRole('status')).toHaveText(`2 of ${before + 2} done`)
  await list.getByRole('button', { name: 'Remove “Sweep”' }).click()
  await expect(lines).toHaveCount(before + 1)
  await list.getByRole('button', { name: 'Remove “Print the handouts”' }).click()
  await expect(lines).toHaveCount(before)
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')

  await page.getByRole('button', { name: 'Edit details' }).click()
  await page.getByLabel('Number of people').fill('0')
  await page.getByLabel('Email of the contact').fill('maya@')
  await page.getByRole('button', { name: 'Save details' }).click()
  await expect(page.getByLabel('Number of people')).toHaveAccessibleDescription('Enter a number from 1.')
  await expect(page.getByLabel('Email of the contact')).toHaveAccessibleDescription(/valid email address/)
  await page.getByLabel('Email of the contact').fill('maya@example.org')
  await page.getByLabel('Number of people').fill('20')
  await page.getByLabel('Place').fill('The library')
  await page.getByRole('button', { name: 'Save details' }).click()
  await expect(title(page)).toBeFocused()
  await expect(page.getByText('20 people')).toBeVisible()
  expect(await server.query('select place, head_count from trainings where id = $1', [id])).toEqual([
    { place: 'The library', head_count: 20 },
  ])
})

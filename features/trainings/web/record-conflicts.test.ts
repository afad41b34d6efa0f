import type { Page } from '@playwright/test'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { expect, test } from '../../../tests/light/fixtures.ts'
import { trainingPaths } from '../contract/training-paths.ts'
import { book, draftOffer, join, title } from '../e2e/training-stage.ts'

// Two users edit one offer or training at once.

test.use({ expectedErrors: /status of 409|ERR_INTERNET_DISCONNECTED/ })

let cookie: string

test.beforeEach(async ({ page, server }) => {
  cookie = await signIn(page.context(), server)
})

const dialogOf = (page: Page, record: string) =>
  page.getByRole('dialog', { name: `Two versions of ${record}` })

test('of a training, another field is kept, and a double click changes once', async ({ page, server }) => {
  const { id } = await book({ server, cookie }, await join(server, 'Maya'), [8])
  const [before] = await server.query<{ version: number }>('select version from trainings')
  await page.goto(trainingPaths.adminTraining(id))
  await page.getByRole('button', { name: 'Edit details' }).click()
  await page.getByLabel('Number of people').fill('20')
  await server.query(`update trainings set version = version + 1, place = 'The library'`)
  await page.getByRole('button', { name: 'Save details' }).dblclick()
  await expect(
    page.getByText('What someone else changed in the meantime is kept, too.', { exact: true }),
  ).toBeVisible()
  await expect(page.getByText('20 people')).toBeVisible()
  await expect(page.getByText('The library')).toBeVisible()
  expect(await server.query('select head_count, place, version from trainings')).toEqual([
    { head_count: 20, place: 'The library', version: (before?.version ?? 0) + 2 },
  ])
})

test('of a training, their version can be taken, and the other brought back', async ({ page, server }) => {
  const { id } = await book({ server, cookie }, await join(server, 'Maya'), [8])
  await page.goto(trainingPaths.adminTraining(id))
  await page.getByRole('button', { name: 'Edit details' }).click()
  await page.getByLabel('Place').fill('The church hall')
  await page.getByLabel('Number of people').fill('20')
  await server.query(
    `update trainings set version = version + 1, place = 'The library', contact_name = 'Theirs'`,
  )
  await page.getByRole('button', { name: 'Save details' }).click()
  await dialogOf(page, 'this training').getByRole('button', { name: 'Use theirs' }).click()
  await expect(page.getByLabel('Place')).toHaveValue('The library')
  await expect(page.getByLabel('Number of people')).toHaveValue('20')
  await page.getByRole('button', { name: 'Bring mine back' }).click()
  await expect(page.getByLabel('Place')).toHaveValue('The church hall')
  await page.getByRole('button', { name: 'Save details' }).click()
  await expect(title(page)).toBeFocused()
  expect(await server.query('select head_count, place, contact_name from trainings')).toEqual([
    { head_count: 20, place: 'The church hall', contact_name: 'Theirs' },
  ])
})

test('an offer is not sent before the user has seen others’ changes to it', async ({ page, server }) => {
  const { id } = await draftOffer({ server, cookie }, await join(server, 'Maya'), [8])
  await page.goto(`${trainingPaths.adminOffer(id)}&edit=1`)
  await page.getByLabel('Number of people').fill('20')
  await server.query(`update offers set version = version + 1, price = '$900'`)
  const send = page.getByRole('button', { name: 'Send offer' })
  await send.click()
  await expect(page.getByText('Their changes are in the form now.')).toBeVisible()
  await expect(page.getByLabel('Price')).toHaveValue('$900')
  expect(await server.query('select status from offers')).toEqual([{ status: 'draft' }])
  await send.click()
  await expect
    .poll(() => server.query('select status, price, head_count from offers'))
    .toEqual([{ status: 'sent', price: '$900', head_count: 20 }])
})

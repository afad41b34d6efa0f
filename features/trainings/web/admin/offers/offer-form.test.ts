import { signIn } from '../../../../../tests/e2e/sign-in.ts'
import { expect, test } from '../../../../../tests/light/fixtures.ts'
import { trainingPaths } from '../../../contract/training-paths.ts'
import { chooseDay, dayIn, join, sendOffer } from '../../../e2e/training-stage.ts'

test('a day that was agreed by phone is booked in the form of an offer whose client asked for other days', async ({
  page,
  server,
}) => {
  const cookie = await signIn(page.context(), server)
  const { id } = await sendOffer({ server, cookie }, await join(server, 'Maya'), [11])
  const json = { answer: 'other-days', message: 'The week after, please.' }
  await server.send(`/api/offers/${id}/answer`, { cookie, json })
  await page.goto(trainingPaths.adminOffer(id))
  const book = page.getByRole('button', { name: 'Book the day' })
  await expect(page.getByRole('button', { name: 'Send again' })).toBeVisible()
  await expect(book).toHaveCount(0)
  await chooseDay(page, 12)
  await book.click()
  await expect(page.getByText('Day booked', { exact: true })).toBeVisible()
  expect(
    await server.query('select day::text, status from trainings join offers on offers.id = offer_id'),
  ).toEqual([{ day: dayIn(12), status: 'accepted' }])
})

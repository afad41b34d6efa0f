import { expect } from '../../../tests/e2e/fixtures.ts'
import { type Stage, testScreenStates } from '../../../tests/e2e/screen-states.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { peoplePaths } from '../../people/contract/people-paths.ts'
import { trainingPaths } from '../contract/training-paths.ts'
import { book, dayNameIn, draftOffer, join, sendOffer } from './training-stage.ts'

// Every state of the admin's offers and booked days

const offers = trainingPaths.adminTab('offers')
const booked = trainingPaths.adminTab('booked')

/** Adds one offer of each kind that is still open, and a person with many answers to "Help us plan". */
async function addOffers(stage: Stage): Promise<{ sent: number; wished: number; planned: number }> {
  const { server, cookie } = stage
  const { id: sent } = await sendOffer(stage, await join(server, 'Maya'), [10, 17, 18])
  const { id: wished } = await sendOffer(stage, await join(server, 'Otis'), [11])
  await server.send(`/api/offers/${wished}/answer`, {
    cookie,
    json: {
      answer: 'other-days',
      message: 'We have a board meeting that week.\nThe week after would be better.',
    },
  })
  await draftOffer(stage, await join(server, 'Nora'), [12])
  const planned = await join(server, 'Priya')
  await server.query(
    `insert into plan_answers (entry_id, city, state, zip, group_size, topics, weekdays, format)
     values ($1, 'Peoria', 'IL', '61602', 14, '{fundraising,leadership}', '{2,4}', 'either')`,
    [planned],
  )
  await server.query(
    `insert into blocked_days (trainer_id, first_day, last_day, reason)
     select id, current_date + 20, current_date + 24, 'Vacation' from users`,
  )
  return { sent, wished, planned }
}

/** At least one state of each screen */
const always = ['the form of a new offer with mistakes', 'a booked day']

testScreenStates(always, {
  async 'no offers'({ page }) {
    await page.goto(offers)
    await expect(page.getByRole('heading', { name: 'No offers yet' })).toBeVisible()
  },
  async 'a list of offers'(stage) {
    await addOffers(stage)
    await stage.page.goto(offers)
    await expect(stage.page.getByRole('article')).toHaveCount(3)
  },
  async 'offers that can’t be loaded'({ page }) {
    await page.route('**/api/offers?*', (route) => route.fulfill({ status: 404 }))
    await page.goto(offers)
    await expect(page.getByText('The offers couldn’t be loaded.')).toBeVisible()
  },
  async 'the form of a new offer'(stage) {
    const { planned } = await addOffers(stage)
    await stage.page.goto(trainingPaths.adminNewOffer(planned))
    await stage.page.getByRole('button', { name: new RegExp(`^${dayNameIn(9)}`) }).click()
    await expect(stage.page.getByRole('list', { name: '1 of 3 days chosen.' })).toBeVisible()
    await expect(stage.page.getByRole('button', { name: /, blocked$/ }).first()).toBeVisible()
  },
  async 'the form of a new offer with mistakes'(stage) {
    const { planned } = await addOffers(stage)
    const { page } = stage
    await page.goto(trainingPaths.adminNewOffer(planned))
    await page.getByLabel('Number of people').fill('0')
    await page.getByRole('button', { name: 'Add this day' }).click()
    await page.getByRole('button', { name: 'Send offer' }).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
  },
  async 'an offer to someone who has one already'(stage) {
    const { server } = stage
    const entry = await join(server, 'Maya')
    await draftOffer(stage, entry, [9])
    await stage.page.goto(trainingPaths.adminNewOffer(entry))
    await expect(stage.page.getByText('already has an open offer')).toBeVisible()
  },
  async 'an offer to a person who doesn’t exist'({ page }) {
    await page.goto(trainingPaths.adminNewOffer(987654))
    await expect(page.getByText('The form couldn’t be opened.')).toBeVisible()
  },
  async 'an offer that was sent'(stage) {
    const { sent } = await addOffers(stage)
    await stage.page.goto(trainingPaths.adminOffer(sent))
    await expect(stage.page.getByLabel('Link for Maya')).toBeVisible()
  },
  async 'an answer that is being recorded'(stage) {
    const { sent } = await addOffers(stage)
    const { page } = stage
    await page.goto(trainingPaths.adminOffer(sent))
    await page.getByRole('button', { name: 'Record an answer' }).click()
    await page.getByRole('button', { name: 'Record answer' }).click()
    await page.getByLabel('They asked for other days').check()
    await expect(page.getByLabel('What they said')).toBeVisible()
  },
  async 'the question before an offer is withdrawn'(stage) {
    const { sent } = await addOffers(stage)
    await stage.page.goto(trainingPaths.adminOffer(sent))
    await stage.page.getByRole('button', { name: 'Withdraw...' }).click()
    await expect(stage.page.getByRole('dialog')).toBeVisible()
  },
  async 'an offer whose client asked for other days'(stage) {
    const { wished } = await addOffers(stage)
    await stage.page.goto(trainingPaths.adminOffer(wished))
    await expect(stage.page.getByText('We have a board meeting')).toBeVisible()
    await expect(stage.page.getByRole('button', { name: 'Send again' })).toBeVisible()
  },
  async 'a person with an open offer and an earlier one'(stage) {
    const { server, cookie, page } = stage
    const entry = await join(server, 'Maya')
    const { id } = await sendOffer(stage, entry, [10])
    await server.send(`/api/offers/${id}/withdraw`, { cookie, json: {} })
    await sendOffer(stage, entry, [11, 12])
    await page.goto(`${peoplePaths.adminPeople}?open=waitlist-${entry}`)
    await expect(page.getByRole('region', { name: 'Training' }).getByText('Withdrawn')).toBeVisible()
    await expect(page.getByText('The status comes from the offer')).toBeVisible()
  },
  async 'no booked days'({ page }) {
    await page.goto(booked)
    await expect(page.getByRole('heading', { name: 'No days booked yet' })).toBeVisible()
  },
  async 'booked days, and a trainer whose access ended'(stage) {
    const { server, page } = stage
    await book(stage, await join(server, 'Maya'), [8])
    await book(stage, await join(server, 'Otis'), [9])
    await server.query(
      `update trainings set head_count = null, place = '', other_day_wish = 'Later?', other_day_asked_at = now()
       where day = (select min(day) from trainings)`,
    )
    await signIn(page.context(), server, { username: 'Bea', role: 'owner' })
    await server.query(`update users set disabled_at = now() where username <> 'Bea'`)
    await page.goto(booked)
    await expect(page.getByRole('article')).toHaveCount(2)
    await expect(page.getByLabel('Give their days to')).toBeVisible()
  },
  async 'a booked day'(stage) {
    const { server, cookie, page } = stage
    const { id } = await book(stage, await join(server, 'Maya'), [8])
    for (const text of ['Reserve the room', 'Print the handouts', 'Send the address'])
      await server.send(`/api/trainings/${id}/tasks`, { cookie, json: { text } })
    await server.query(
      `update trainings set other_day_wish = 'Could we do Friday?', other_day_asked_at = now()`,
    )
    await page.goto(trainingPaths.adminTraining(id))
    await page.getByRole('checkbox', { name: 'Print the handouts' }).check()
    await expect(page.getByRole('region', { name: 'Checklist' }).getByText('Ann Admin')).toBeVisible()
  },
  async 'the form that moves a training'(stage) {
    const { id } = await book(stage, await join(stage.server, 'Maya'), [8])
    const { page } = stage
    await page.goto(trainingPaths.adminTraining(id))
    await page.getByRole('button', { name: 'Move to another day' }).click()
    await page.getByRole('button', { name: 'Move the training' }).click()
    await expect(page.getByText('Choose another day or another trainer.')).toBeVisible()
  },
  async 'the facts of a training with mistakes'(stage) {
    const { id } = await book(stage, await join(stage.server, 'Maya'), [8])
    const { page } = stage
    await page.goto(trainingPaths.adminTraining(id))
    await page.getByRole('button', { name: 'Edit details' }).click()
    await page.getByLabel('Number of people').fill('0')
    await page.getByLabel('Ends at').fill('08:00')
    await page.getByRole('button', { name: 'Save details' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
  },
  async 'the question before a training is canceled'(stage) {
    const { id } = await book(stage, await join(stage.server, 'Maya'), [8])
    await stage.page.goto(trainingPaths.adminTraining(id))
    await stage.page.getByRole('button', { name: 'Cancel the training...' }).click()
    await expect(stage.page.getByRole('dialog')).toBeVisible()
  },
  async 'a canceled training'(stage) {
    const { server, cookie, page } = stage
    const { id } = await book(stage, await join(server, 'Maya'), [8])
    await server.send(`/api/trainings/${id}/cancel`, { cookie, json: { reason: 'The trainer is ill.' } })
    await page.goto(trainingPaths.adminTraining(id))
    await expect(page.getByText('The trainer is ill.')).toBeVisible()
  },
  async 'a training of a person who was erased'(stage) {
    const { server, page } = stage
    const { id } = await book(stage, await join(server, 'Maya'), [8])
    await server.query(
      `update trainings set entry_id = null, offer_id = null, contact_name = '', contact_email = '',
         place = '', held_at = now()`,
    )
    await page.goto(trainingPaths.adminTraining(id))
    await expect(page.getByText('Someone who was deleted').first()).toBeVisible()
  },
})

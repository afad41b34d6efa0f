import { whoMay } from '../../../core/contract/roles.ts'
import { expect } from '../../../tests/e2e/fixtures.ts'
import { type Stage, testScreenStates } from '../../../tests/e2e/screen-states.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { peoplePaths } from '../../people/contract/people-paths.ts'
import { trainingPaths } from '../contract/training-paths.ts'
import { book, dayIn, join, sendOffer } from './training-stage.ts'

// Screens of offers and trainings where a helper sees less than an owner. Each test first sees that the rest is there.

const signInAsHelper = ({ page, server }: Pick<Stage, 'page' | 'server'>) =>
  signIn(page.context(), server, { username: 'Hana', role: 'helper' })

testScreenStates([], {
  async 'an offer, for a helper'(stage) {
    const { page, server } = stage
    const entryId = await join(server, 'Maya')
    const { id } = await sendOffer(stage, entryId, [10])
    const later = await join(server, 'Otis')
    await page.goto(trainingPaths.adminOffer(id))
    await expect(page.getByRole('button', { name: 'Record an answer' })).toBeVisible()
    await expect(page.getByLabel('Link for Maya')).toBeVisible()
    await page.goto(`${peoplePaths.adminPeople}?open=waitlist-${later}`)
    await expect(page.getByRole('link', { name: 'Offer training days' })).toBeVisible()
    await signInAsHelper({ page, server })
    await page.reload()
    await expect(page.getByText('No offer yet.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Offer training days' })).toHaveCount(0)
    await page.goto(trainingPaths.adminNewOffer(later))
    await expect(page.getByText(whoMay.editor)).toBeVisible()
    await page.goto(trainingPaths.adminOffer(id))
    await expect(page.getByText(whoMay.editor)).toBeVisible()
    await expect(page.getByRole('tab')).toHaveText(['Offers', 'Booked', 'Calendar'])
    await expect(page.getByText(/^Valid until/)).toBeVisible()
    await expect(page.getByLabel('Link for Maya')).toHaveCount(0)
    for (const name of ['Record an answer', 'Extend by a week', 'Withdraw...'])
      await expect(page.getByRole('button', { name })).toHaveCount(0)
  },
  async 'a training, for a helper'(stage) {
    const { page, server } = stage
    const { id } = await book(stage, await join(server, 'Maya'), [8])
    await page.goto(trainingPaths.adminTraining(id))
    await expect(page.getByRole('button', { name: 'Move to another day' })).toBeVisible()
    await expect(page.getByLabel('New item')).toBeVisible()
    await signInAsHelper({ page, server })
    await page.reload()
    await expect(page.getByText(whoMay.editor)).toBeVisible()
    await expect(page.getByRole('checkbox').first()).toBeDisabled()
    for (const name of ['Move to another day', 'Edit details', 'Cancel the training...', 'Add to checklist'])
      await expect(page.getByRole('button', { name })).toHaveCount(0)
  },
  async 'the calendar, for a helper'(stage) {
    const { page, server } = stage
    await sendOffer(stage, await join(server, 'Maya'), [10])
    await server.query(
      'insert into blocked_days (trainer_id, first_day, last_day) select id, current_date + 1, current_date + 400 from users',
    )
    await signInAsHelper({ page, server })
    await server.query(`update users set trainer_since = now() where username = 'Hana'`)
    await page.goto(`${trainingPaths.adminTab('calendar')}&view=list`)
    await expect(page.getByRole('heading', { name: 'Who gives trainings' })).toHaveCount(0)
    const days = page.getByRole('region', { name: 'Ahead' }).getByRole('article')
    await expect(days).toHaveCount(2)
    await expect(page.getByRole('button', { name: /^Unblock/ })).toHaveCount(0)
    const form = page.getByRole('form', { name: 'Block days' })
    await expect(form.getByLabel('Trainer')).toHaveCount(0)
    await form.getByLabel('First day').fill(dayIn(3))
    await form.getByRole('button', { name: 'Block these days' }).click()
    await expect(days).toHaveCount(3)
    await expect(page.getByRole('button', { name: /^Unblock/ })).toHaveCount(1)
    const rows = await server.query(
      'select username from blocked_days join users on users.id = trainer_id where first_day = last_day',
    )
    expect(rows).toEqual([{ username: 'Hana' }])
  },
})

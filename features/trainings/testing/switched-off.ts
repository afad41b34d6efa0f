import { expect } from '@playwright/test'
import { paths } from '../../../core/contract/paths.ts'
import { expectAccessible } from '../../../tests/e2e/accessibility.ts'
import type { SwitchedOff } from '../../../tests/helpers/feature-testing.ts'
import { trainingPaths } from '../contract/training-paths.ts'
import { book, join, sendOffer } from '../e2e/training-stage.ts'
import { offerPage } from '../words/offer.ts'

export const switchedOff: SwitchedOff = {
  label: 'Trainings',
  open: '1 open offer, 1 coming training day',
  gone: [trainingPaths.admin],
  traces: /\/offer\/|planner|trainings-/,
  requests: /training(?!-waitlist)|offer|planner/i,
  screens: /an offer|offers|offer training|trainings/i,
  async prepare(server, cookie) {
    const { link } = await sendOffer({ server, cookie }, await join(server, 'Maya'), [8])
    await book({ server, cookie }, await join(server, 'Noor'), [9])
    return new URL(link ?? '').pathname
  },
  async checkLink(page, link) {
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(offerPage.ended.paused.title)
    await expectAccessible(page)
  },
  async checkBack(page) {
    await page.goto(trainingPaths.admin)
    await page.getByRole('tab', { name: 'Booked' }).click()
    await expect(page.getByRole('tabpanel')).toContainText('Noor')
    await page.goto(paths.adminToday)
    await expect(page.getByRole('heading', { name: 'Emails about trainings are waiting' })).toBeVisible()
  },
}

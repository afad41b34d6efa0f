import { expect } from '@playwright/test'
import { expectAccessible } from '../../../tests/e2e/accessibility.ts'
import type { SwitchedOff } from '../../../tests/helpers/feature-testing.ts'
import { eventPaths } from '../contract/event-paths.ts'
import { registrationPage } from '../words/events.ts'
import { addPublicEvent } from './public-event.ts'
import { signUp } from './public-pages.ts'

export const switchedOff: SwitchedOff = {
  label: 'Events',
  open: '1 coming public date',
  gone: [eventPaths.admin, eventPaths.list, eventPaths.calendar],
  traces: /\/events|next-dates/,
  requests: /events/i,
  async prepare(server) {
    await addPublicEvent(server)
    return eventPaths.registration(await signUp(server))
  },
  async checkLink(page, link) {
    await page.goto(link)
    await expect(page.getByText(registrationPage.noChange)).toBeVisible()
    await expectAccessible(page)
  },
  async checkBack(page) {
    await page.goto(eventPaths.list)
    await expect(page.getByRole('heading', { name: 'AI for church offices' })).toBeVisible()
  },
}

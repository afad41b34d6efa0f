import { paths } from '../../core/contract/paths.ts'
import { expect } from './fixtures.ts'
import { testScreenStates } from './screen-states.ts'

testScreenStates('all', {
  'the list of first steps': async ({ page }) => {
    await page.goto(paths.adminGetStarted)
    await expect(page.getByText(/steps done/)).toBeVisible()
  },
})

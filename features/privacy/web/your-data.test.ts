import { paths } from '../../../core/contract/paths.ts'
import { finishJobs } from '../../../tests/helpers/finish-jobs.ts'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import { test as base, expect } from '../../../tests/light/fixtures.ts'
import { readLink } from '../testing/your-data.ts'

const test = base.extend('server', () => startTestServer({ jobPause: 1 }))

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.override({ javaScriptEnabled })

    test('a person requests the link, downloads a copy, and deletes everything', async ({ page, server }) => {
      const json = { name: 'Ann Example', email: 'ann@example.org', message: 'Grants, please' }
      await server.send('/api/training-waitlist', { json })
      await page.goto(paths.privacyPolicy)
      await page.getByRole('link', { name: 'Your data' }).first().click()
      await page.getByLabel('Your email *').fill('ann@example.org')
      await page.getByRole('button', { name: 'Send Me the Link' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'We got your request' })).toBeVisible()

      await finishJobs(server, 'data-link')
      await page.goto(await readLink(server))
      await expect(page.getByText('Grants, please')).toBeVisible()
      const copy = await page.getByRole('link', { name: 'Download a copy' }).getAttribute('href')
      const { headers } = await server.send(copy ?? '')
      expect(headers.get('content-disposition')).toContain('your-data.json')

      await page.getByRole('button', { name: 'Delete My Data Now' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Your data is deleted' })).toBeVisible()
      await expect(page.getByText('1 entry on the waitlist')).toBeVisible()
      await page.reload()
      await expect(page.getByText('1 entry on the waitlist')).toBeVisible()
      expect(await server.query('select * from training_waitlist')).toEqual([])
    })
  })

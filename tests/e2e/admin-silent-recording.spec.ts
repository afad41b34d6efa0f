import { paths } from '../../contracts/paths.ts'
import { emptyTables, expect, microphone, test, toneWav } from './ai-fixtures.ts'
import { signIn } from './sign-in.ts'

test.use({ launchOptions: microphone(toneWav(440, 10, 0)) })

test('silence is told before anything is sent', async ({ page, server, context, ai }) => {
  await emptyTables(server)
  await signIn(context, server)
  ai.received.length = 0
  await page.goto(paths.adminTab('content-input'))
  await page.getByRole('button', { name: 'Start Recording' }).click()
  await expect(page.getByRole('timer')).toHaveText('0:01', { timeout: 15_000 })
  await page.getByRole('button', { name: 'Stop Recording' }).click()
  await expect(page.getByText(/^We can’t hear anything in this recording\./)).toBeVisible()
  expect(ai.received).toEqual([])
})

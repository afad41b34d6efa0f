import { emptyTables, expect, test } from '../../../tests/e2e/fixtures.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { eventPaths } from '../contract/event-paths.ts'
import { openEventOffice, partyOf } from '../testing/event-office.ts'

test('print', async ({ page, server }) => {
  await emptyTables(server)
  await signIn(page.context(), server)
  const office = await openEventOffice(server)
  const { id } = await office.publish({ seats: 60 })
  for (const name of 'ABCDEFGHIJKLMNOPQRST') await office.join(id, partyOf(`${name}nn`, { party: 3 }))
  await office.join(id, partyOf('Otis'))
  await page.setViewportSize({ width: 740, height: 980 })
  await page.goto(eventPaths.adminEvent(id))
  await expect(page.getByRole('button', { name: 'Print the door list' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await page.screenshot({ path: '/tmp/wesh/print.png', fullPage: true })
  console.log(await page.evaluate(() => [document.documentElement.scrollHeight, ...[...document.querySelectorAll('body, body > *, .admin, .admin > *, .admin-main > *, .event-page, .door-list')].map((e) => `${e.tagName}.${e.className} ${Math.round(e.getBoundingClientRect().top)} ${Math.round(e.getBoundingClientRect().height)}`)].join('\n')))
})

import { signIn } from '../../../tests/e2e/sign-in.ts'
import { expect, test } from '../../../tests/light/fixtures.ts'
import { insightsPaths } from '../../insights/contract/insights-paths.ts'

test('offers and booked days are told in a sentence, as bars, and as a table', async ({
  context,
  page,
  server,
}) => {
  await signIn(context, server)
  await server.query(
    `insert into training_waitlist (name, email, created_at)
     select 'P', n || '@example.org', '2026-01-01' from generate_series(1, 3) as n`,
  )
  await server.query(
    `insert into offers (entry_id, trainer_id, status, days, starts_at, ends_at, format, valid_until, expires_at, token_hash, sent_at)
     select training_waitlist.id, (select min(id) from users), case when email like '1%' then 'accepted' else 'lapsed' end,
       '{2026-03-20}', '09:00', '16:00', 'online', '2026-03-20', now(), email, '2026-03-10'
     from training_waitlist where email like '_@%'`,
  )
  await server.query(
    `insert into trainings (trainer_id, day, starts_at, ends_at, format, joined_at, booked_at, held_at)
     select min(id), '2026-03-20', '09:00', '16:00', 'online', '2026-02-28 12:00Z', '2026-03-11', now() from users`,
  )
  await page.goto(insightsPaths.adminInsightsRange('2026-03-02', '2026-03-29'))
  const report = page.getByRole('region', { name: 'Offers and trainings', exact: true })
  await expect(report).toContainText('1 of 3 offers sent in this period was accepted (33.3%).')
  await expect(report).toContainText('1 day was booked, a median of 20 days after joining the waitlist.')
  await expect(report).toContainText('1 training was held.')
  await expect(report.getByRole('listitem')).toHaveCount(4)
  await report.getByText('Show as a table').click()
  await expect(report.getByRole('row', { name: 'Share of offers accepted 33.3%' })).toBeVisible()
})

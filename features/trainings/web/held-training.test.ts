import { signIn } from '../../../tests/e2e/sign-in.ts'
import { closeToast, expect, test } from '../../../tests/light/fixtures.ts'
import { trainingPaths } from '../contract/training-paths.ts'
import { book, join } from '../e2e/training-stage.ts'

test('who came is noted once a training was held, with certificates and answers', async ({
  page,
  server,
}) => {
  const cookie = await signIn(page.context(), server)
  const { id } = await book({ server, cookie }, await join(server, 'Maya'), [8])
  await server.query('update trainings set day = current_date - 1')
  await page.goto(trainingPaths.adminTraining(id))
  const region = page.getByRole('region', { name: 'Who came' })
  await expect(region).toHaveCount(0)
  await page.getByRole('button', { name: 'Mark as held' }).click()
  await closeToast(page)
  const rows = region.getByRole('listitem')
  await expect(rows).toHaveText([/^Maya.*maya@example.org/])

  const people = region.getByLabel('Add people who came')
  await people.fill('noor@example.org')
  await region.getByRole('button', { name: 'Add them' }).click()
  await expect(region.getByText('Enter a name before each email address.')).toBeVisible()
  await people.fill('Noor Haddad noor@example.org\nJo')
  await region.getByRole('button', { name: 'Add them' }).click()
  await expect(rows).toHaveText([/^Jo/, /^Maya/, /^Noor Haddad/])
  await expect(people).toHaveValue('')
  await expect(region).toContainText('3 people came.')

  const noor = rows.filter({ hasText: 'Noor' })
  await expect(noor.getByRole('link', { name: 'Certificate of Noor Haddad' })).toHaveAttribute(
    'href',
    /^\/certificates\/([0-9A-Z]{4}-){4}[0-9A-Z]{4}$/,
  )
  await noor.getByRole('button', { name: 'Withdraw the certificate of Noor Haddad' }).click()
  await expect(noor.getByRole('link')).toHaveText(/^Withdrawn certificate/)
  await noor.getByRole('button', { name: 'Make valid again' }).click()
  await expect(noor.getByRole('link')).toHaveText(/^Certificate/)
  await rows.filter({ hasText: 'Maya' }).getByRole('button', { name: 'Remove Maya' }).click()
  await expect(rows).toHaveText([/^Jo/, /^Noor Haddad/])
  await expect(noor.getByRole('button', { name: 'Remove Noor Haddad' })).toBeFocused()

  await server.query(
    `update attendees set rating = 4, best = 'The exercise', answered_at = now() where name = 'Jo'`,
  )
  await page.reload()
  await expect(region).toContainText('1 answer, 4.0 of 5 on average.')
  await expect(region.getByRole('region', { name: 'What they said' })).toContainText('The exercise')
})

test('a helper reads who came, and changes nothing', async ({ page, server }) => {
  const cookie = await signIn(page.context(), server)
  const { id } = await book({ server, cookie }, await join(server, 'Maya'), [8])
  await server.query('update trainings set day = current_date - 1')
  await server.send(`/api/trainings/${id}/held`, { cookie, json: { isHeld: true } })
  await signIn(page.context(), server, { username: 'Hana', role: 'helper' })
  await page.goto(trainingPaths.adminTraining(id))
  const region = page.getByRole('region', { name: 'Who came' })
  await expect(region.getByRole('link', { name: /^Certificate of Maya/ })).toBeVisible()
  await expect(region.getByRole('button')).toHaveCount(0)
  await expect(region.getByLabel('Add people who came')).toHaveCount(0)
})

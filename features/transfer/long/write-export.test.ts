import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { features } from '../../../app/features.ts'
import { fillRichSite } from '../../../tests/helpers/rich-site.ts'
import { startSignedIn, startTestServer } from '../../../tests/helpers/test-server.ts'
import { exportSiteOf } from '../testing/export-site.ts'

test('leaves out the trash, spam, secrets, and everything that belongs to this installation', async () => {
  const server = await startTestServer()
  await fillRichSite(server)
  await server.query(
    `insert into contact_submissions (name, company, email, suspected_at) values ('Spam secret', '', 's@example.org', now())`,
  )
  const { files } = await exportSiteOf(server)
  const tokens = await server.query<{ token: string }>('select token from newsletter_subscriptions')
  const hashes = await server.query<{ password: string }>('select password from users')
  const secrets = [
    'secret',
    'never-exported',
    'room-token-hash',
    ...tokens.map(({ token }) => token),
    ...hashes.map(({ password }) => password),
  ]
  for (const [path, body] of files) {
    // These name secrets in their own words.
    if (path === 'README.md' || path.startsWith('static/privacy-policy') || path.startsWith('static/terms'))
      continue
    for (const secret of secrets) expect(body.includes(secret), `${path}: ${secret}`).toBe(false)
  }
})

test('the reading guide names the only key in the file, and where it is', async () => {
  const server = await startTestServer()
  await fillRichSite(server)
  const { files } = await exportSiteOf(server)
  const [row] = await server.query<{ key: string }>(
    `select value as key from settings where key = 'deletion_key'`,
  )
  const key = row?.key ?? 'missing'
  const withKey = [...files].filter(([, body]) => body.includes(key)).map(([path]) => path)
  expect(withKey).toEqual(['deletion-ledger.csv'])
  expect(files.get('README.md')?.toString()).toMatch(/one key, in the column\n`Key` of `deletion-ledger.csv`/)
})

test('what a feature keeps is exported while it is off, too', async () => {
  const { server, cookie } = await startSignedIn()
  await fillRichSite(server)
  const { counts } = await exportSiteOf(server)
  for (const { optional } of features.filter((feature) => feature.optional))
    await server.send(`/api/settings/features/${optional?.name}`, {
      method: 'PUT',
      cookie,
      json: { isOn: false },
    })
  expect((await exportSiteOf(server)).counts).toEqual(counts)
})

test('equal content gives equal bytes, except for the time', async () => {
  const server = await startTestServer()
  await fillRichSite(server)
  const [one, other] = [await exportSiteOf(server), await exportSiteOf(server)]
  expect(one.files.get('site.json')).not.toEqual(other.files.get('site.json'))
  const [first, second] = await Promise.all([readFile(one.file), readFile(other.file)])
  const end = first.indexOf('site.json')
  expect(second.subarray(0, end).equals(first.subarray(0, end))).toBe(true)
})

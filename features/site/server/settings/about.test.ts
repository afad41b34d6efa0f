import { expect, test } from 'vitest'
import { paths } from '../../../../core/contract/paths.ts'
import { newestMinors } from '../../../../core/server/db/postgres-release.ts'
import { version } from '../../../../core/server/version.ts'
import { startTestServer } from '../../../../tests/helpers/test-server.ts'
import { aboutRead } from '../../contract/about.ts'

test('Settings and, with the token, /readyz tell which Postgres runs and whether a newer one is known', async () => {
  const token = 'a-token-of-the-tests'
  const server = await startTestServer({ env: { METRICS_TOKEN: token } })
  const [row] = await server.query(`select current_setting('server_version_num')::int as number`)
  const [major, minor] = [Math.floor(Number(row?.number) / 10_000), Number(row?.number) % 10_000]
  const newest = newestMinors[major] ?? 0
  const postgres = { version: `${major}.${minor}`, ...(newest > minor && { newer: `${major}.${newest}` }) }

  const about = await server.send(aboutRead.path, { cookie: await server.signIn() })
  expect(await about.json()).toEqual({ version, postgres })

  const readyz = async (authorization?: string) =>
    (await server.send(paths.readyz, { headers: { ...(authorization && { authorization }) } })).json()
  expect(await readyz(`Bearer ${token}`)).toEqual({ status: 'ok', version, postgres })
  for (const wrong of [undefined, 'Bearer wrong', token])
    expect(await readyz(wrong)).toEqual({ status: 'ok', version })
})

test('without a token for the metrics, /readyz never names Postgres', async () => {
  const server = await startTestServer()
  for (const authorization of ['Bearer ', 'Bearer undefined'])
    expect(await (await server.send(paths.readyz, { headers: { authorization } })).json()).not.toHaveProperty(
      'postgres',
    )
})

import { expect, test } from 'vitest'
import type { SessionUser } from '../../../../core/contract/session.ts'
import { admin, startTestServer } from '../../../../tests/helpers/test-server.ts'

async function startOffice() {
  const server = await startTestServer()
  const owner = await server.signIn()
  const hana = await server.signIn({ username: 'Hana', role: 'helper' })
  const rename = async (displayName: string, cookie = hana) => {
    const response = await server.send('/api/account/profile', {
      method: 'PUT',
      cookie,
      json: { displayName },
    })
    const body: { user: SessionUser; code: string; detail: string } = await response.json()
    return { status: response.status, ...body }
  }
  return { server, owner, hana, rename }
}

test('a user does not take the name of a colleague, in any spelling that looks the same', async () => {
  const { server, owner, rename } = await startOffice()
  expect((await rename('Olga Owner', owner)).status).toBe(200)
  await server.signIn({ username: 'gone', role: 'helper' })
  await server.query(
    `update users set display_name = 'Gus Gone', disabled_at = now() where username = 'gone'`,
  )
  for (const name of [
    'Olga Owner',
    ' OLGA  owner ',
    // Fullwidth letters, a no-break space, and a joiner that shows nothing between these letters
    '\uff2flga Owner',
    'Olga\u00a0Owner',
    'Olga\u200d Owner',
    admin.username.toUpperCase(),
    'gus gone',
    'GONE',
    // Cyrillic and Greek letters
    'Оlgа Оwnеr',
    '\u039flga \u039fwner',
    'guѕ gоnе',
  ]) {
    const refused = await rename(name)
    expect([refused.status, refused.code], name).toEqual([422, 'not-accepted'])
    expect(refused.detail).toBe('A colleague has this name. Choose another one.')
  }
  expect(await server.query(`select display_name from users where username = 'Hana'`)).toEqual([
    { display_name: null },
  ])
})

test('a user may repeat their own names, and remove their name', async () => {
  const { rename } = await startOffice()
  for (const name of ['hana', 'Hana', 'Hana Miller', 'HANA MILLER'])
    expect(await rename(name)).toMatchObject({ status: 200, user: { displayName: name } })
  for (const blank of ['', ' ', '\u200d'])
    expect(await rename(blank)).toMatchObject({ status: 200, user: { displayName: 'Hana' } })
})

test('of two users who choose the same name at the same time, one gets it', async () => {
  const { owner, rename } = await startOffice()
  for (let round = 0; round < 5; round++) {
    const name = `Name ${round}`
    const answers = await Promise.all([rename(name), rename(name, owner)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  }
})

test('names have no characters that are invisible or change the direction, but joiners of scripts', async () => {
  const { server, owner, rename } = await startOffice()
  const invite = async (displayName: string) => {
    const json = { email: 'jo@example.org', displayName, role: 'helper' }
    return (await server.send('/api/team/invites', { cookie: owner, json })).status
  }
  const hidden = [0x200b, 0x200e, 0x200f, 0x202a, 0x202e, 0x2060, 0x2064, 0x2066, 0x2069, 0xfeff, 0x61c]
  for (const code of hidden) {
    const name = `Jo${String.fromCodePoint(code)}Field`
    const refused = await rename(name)
    expect(refused.status, code.toString(16)).toBe(400)
    expect(refused.detail).toContain('invisible')
    expect(await invite(name), code.toString(16)).toBe(400)
  }
  // Persian and Sinhala
  for (const name of ['\u0645\u0647\u200c\u0646\u0627\u0632', '\u0dc1\u0dca\u200d\u0dbb\u0dd3']) {
    expect(await rename(name)).toMatchObject({ status: 200, user: { displayName: name } })
    expect(await invite(name)).toBe(201)
  }
})

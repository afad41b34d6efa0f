import { expect, test } from 'vitest'
import { sitePaths } from '../../../features/site/contract/site-paths.ts'
import { startSignedIn } from '../../../tests/helpers/test-server.ts'

test('a 400 names the field, wherever it is and however it is wrong', async () => {
  const { server, cookie } = await startSignedIn()
  const detail = async (path: string, options: object) => {
    const response = await server.send(path, { cookie, ...options })
    expect(response.status, path).toBe(400)
    return (await response.json()).detail as string
  }
  const list = (query: string) => detail(`/api/training-waitlist?${query}`, {})
  expect(await list('limit=many')).toBe('The parameter “limit” must be a number.')
  expect(await list('limit=501')).toBe('The parameter “limit” must be at most 500.')
  expect(await list('limit=0')).toBe('The parameter “limit” must be at least 1.')

  const signIn = (json: unknown) => detail('/api/session', { json })
  expect(await signIn({})).toBe('The field “username” is missing. The field “password” is missing.')
  expect(await signIn({ username: null, password: 'x' })).toBe('The field “username” must be text.')
  expect(await signIn([])).toBe('The request needs a JSON object with fields.')
  expect(await signIn({ username: 'a', password: 'b', [`x${'y'.repeat(500)}`]: 1 })).toMatch(
    /^There’s no field “xy{59}…” here\. Leave it out\.$/,
  )

  const post = (json: unknown) => detail('/api/blog', { json })
  expect(await post({ authorType: 'robot' })).toBe('The field “authorType” must be one of: human, ai.')
  expect(await post({ isPublished: 'yes' })).toBe('The field “isPublished” must be true or false.')
  expect(await post({ tags: ['a', 5] })).toBe('The field “tags.1” must be text.')
  expect(await post({ id: 1.5 })).toMatch(/^The field “id” must be a whole number\./)

  // A form post gets the same message as an HTML page.
  const form = await server.send(sitePaths.waitlist, { form: { name: 'Ann', surname: '<b>Example' } })
  expect(form.status).toBe(400)
  expect(await form.text()).toContain('There’s no field “surname” here. Leave it out.')
})

import { expect, test } from 'vitest'
import { paths } from '../../../core/contract/paths.ts'
import { newsletterPaths } from '../../../features/newsletter/contract/newsletter-paths.ts'
import { startSignedIn } from '../../../tests/helpers/test-server.ts'

test('a URL of the app without a screen is 404, with the app', async () => {
  const { server, cookie } = await startSignedIn()
  const read = async (path: string) => {
    const response = await server.send(path, { cookie })
    expect(await response.text(), path).toContain('id="admin"')
    return response.status
  }
  for (const path of [
    paths.admin,
    paths.adminPost(7),
    paths.adminPeople,
    `${paths.adminPeople}/?view=spam`,
    paths.adminMedia,
    paths.adminInsights,
    newsletterPaths.admin,
    paths.adminOutbox,
    paths.adminSettings,
    paths.adminReview(7),
  ])
    expect(await read(path), path).toBe(200)
  for (const path of ['/admin/nothing', '/admin/people/7', paths.adminReview('07'), paths.adminReview('x')])
    expect(await read(path), path).toBe(404)
})

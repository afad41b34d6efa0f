import { expect, test } from 'vitest'
import { paths } from '../../../core/contract/paths.ts'
import { insightsPaths } from '../../../features/insights/contract/insights-paths.ts'
import { mediaPaths } from '../../../features/media/contract/media-paths.ts'
import { peoplePaths } from '../../../features/people/contract/people-paths.ts'
import { postPaths } from '../../../features/posts/contract/post-paths.ts'
import { startSignedIn } from '../../../tests/helpers/test-server.ts'
import { features } from '../../features.ts'

test('a URL of the app without a screen is 404, with the app', async () => {
  const { server, cookie } = await startSignedIn()
  const read = async (path: string) => {
    const response = await server.send(path, { cookie })
    expect(await response.text(), path).toContain('id="admin"')
    return response.status
  }
  for (const path of [
    paths.admin,
    postPaths.adminPost(7),
    peoplePaths.adminPeople,
    `${peoplePaths.adminPeople}/?view=spam`,
    mediaPaths.adminMedia,
    insightsPaths.adminInsights,
    ...features.flatMap(({ adminPaths = [] }) => adminPaths),
    paths.adminOutbox,
    paths.adminSettings,
    postPaths.adminReview(7),
  ])
    expect(await read(path), path).toBe(200)
  for (const path of [
    '/admin/nothing',
    '/admin/people/7',
    postPaths.adminReview('07'),
    postPaths.adminReview('x'),
  ])
    expect(await read(path), path).toBe(404)
})

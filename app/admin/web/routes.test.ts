import { expect, test } from 'vitest'
import { paths } from '../../../core/contract/paths.ts'
import { mediaPaths } from '../../../features/media/contract/media-paths.ts'
import { peoplePaths } from '../../../features/people/contract/people-paths.ts'
import { postPaths } from '../../../features/posts/contract/post-paths.ts'
import { parseRoute } from './routes.ts'

test('an address says the tab and the post; what it says wrong is left out', () => {
  expect(parseRoute(paths.admin)).toMatchObject({ screen: 'posts', tab: 'create', post: undefined })
  expect(parseRoute(postPaths.adminPost(12))).toMatchObject({ screen: 'posts', tab: 'create', post: 12 })
  expect(parseRoute(paths.adminTab('manage'))).toMatchObject({ screen: 'posts', tab: 'manage' })
  expect(parseRoute(paths.adminTab('nonsense'))).toMatchObject({ screen: 'posts', tab: 'create' })
  for (const post of ['0', '-1', '1e9', 'x', '99999999999'])
    expect(parseRoute(`${paths.admin}?post=${post}`)).toMatchObject({ tab: 'create', post: undefined })
  expect(parseRoute(`${paths.adminSettings}/`)).toMatchObject({ screen: 'settings', tab: undefined })
  expect(parseRoute(paths.adminSettingsTab('topics'))).toMatchObject({ screen: 'settings', tab: 'topics' })
  expect(parseRoute(`${peoplePaths.adminPeople}?view=spam`)).toMatchObject({ screen: 'people' })
  const media = `${mediaPaths.adminMedia}/?q=wall`
  expect(parseRoute(media, [mediaPaths.adminMedia])).toMatchObject({
    screen: 'feature',
    path: mediaPaths.adminMedia,
  })
  expect(parseRoute(media)).toEqual({ screen: 'unknown' })
  expect(parseRoute(paths.adminTab('authors'))).toMatchObject({ screen: 'posts', tab: 'authors' })
  expect(parseRoute(postPaths.adminReview(7))).toEqual({ screen: 'review', invite: 7 })
  for (const wrong of ['', 'x', '7/x', '07'])
    expect(parseRoute(postPaths.adminReview(wrong))).toEqual({ screen: 'unknown' })
  expect(parseRoute(`${paths.admin}/elsewhere`)).toEqual({ screen: 'unknown' })
})

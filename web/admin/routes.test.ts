import { expect, test } from 'vitest'
import { paths } from '../../contracts/paths.ts'
import { readPlace } from './routes.ts'

test('an address says the tab and the post; what it says wrong is left out', () => {
  expect(readPlace(paths.admin)).toMatchObject({ screen: 'posts', tab: 'create', post: undefined })
  expect(readPlace(paths.adminPost(12))).toMatchObject({ screen: 'posts', tab: 'create', post: 12 })
  expect(readPlace(paths.adminTab('manage'))).toMatchObject({ screen: 'posts', tab: 'manage' })
  expect(readPlace(paths.adminTab('nonsense'))).toMatchObject({ screen: 'posts', tab: 'create' })
  for (const post of ['0', '-1', '1e9', 'x', '99999999999'])
    expect(readPlace(`${paths.admin}?post=${post}`)).toMatchObject({ tab: 'create', post: undefined })
  expect(readPlace(`${paths.adminSettings}/`)).toEqual({ screen: 'settings', tab: 'organisation' })
  expect(readPlace(paths.adminSettingsTab('topics'))).toEqual({ screen: 'settings', tab: 'topics' })
  expect(readPlace(`${paths.adminPeople}?view=spam`)).toMatchObject({ screen: 'people' })
  expect(readPlace(`${paths.adminMedia}?q=wall`)).toMatchObject({ screen: 'media' })
  expect(readPlace(paths.adminTab('authors'))).toMatchObject({ screen: 'posts', tab: 'authors' })
  expect(readPlace(paths.adminReview(7))).toEqual({ screen: 'review', invite: 7 })
  for (const wrong of ['', 'x', '7/x', '07'])
    expect(readPlace(paths.adminReview(wrong))).toEqual({ screen: 'unknown' })
  expect(readPlace(`${paths.admin}/elsewhere`)).toEqual({ screen: 'unknown' })
})

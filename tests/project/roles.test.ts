import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isAtLeast, type Right, rights, roles } from '../../core/contract/roles.ts'

/** The rights behind each row of the table in features/accounts/office.md, by the beginning of the row */
const rows: Record<string, Right[]> = {
  'Write and edit drafts of posts and pages': ['work'],
  'Invite guest authors': ['work'],
  'Read and answer people': ['work'],
  'See offers, booked trainings, and calendars': ['work'],
  'See the Outbox': ['work'],
  'Publish, schedule, and unpublish': ['publish'],
  'Change or trash a post or page that is or was public': ['publish'],
  'Trash a colleague': ['manageOthersWork'],
  'Offer training days': ['manageDays'],
  'Change the words, lists, and look of the site': ['editSite'],
  'Delete people': ['deletePeople', 'deleteOthersNotes', 'export', 'sendToLists'],
  Settings: ['manageSite', 'moveSite', 'manageTeam', 'readActivity', 'manageOthersTokens'],
}

test('the table of roles says what the server allows', () => {
  const text = readFileSync(new URL('../../features/accounts/office.md', import.meta.url), 'utf8')
  const [head = [], , ...table] = [...text.matchAll(/^\|(.*)\|$/gm)].map(([, row = '']) =>
    row.split('|').map((cell) => cell.trim()),
  )
  expect(head).toEqual(['', ...roles])
  const unseen = new Set(Object.keys(rights))
  for (const [what = '', ...marks] of table) {
    const [start, named = []] = Object.entries(rows).find(([beginning]) => what.startsWith(beginning)) ?? []
    expect(start, what).toBeDefined()
    for (const right of named) {
      unseen.delete(right)
      const expected = roles.map((role) => (isAtLeast(role, rights[right]) ? 'yes' : ''))
      expect(marks, `${what}: ${right}`).toEqual(expected)
    }
  }
  expect(table).toHaveLength(Object.keys(rows).length)
  expect([...unseen]).toEqual([])
})

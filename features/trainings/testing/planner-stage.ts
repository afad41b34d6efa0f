import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { trainingPaths } from '../contract/training-paths.ts'
import { addWaiting } from './waiting-people.ts'

export const planner = trainingPaths.adminTab('planner')

export async function addPeople(server: TestServer): Promise<void> {
  await addWaiting(server, {
    name: 'Maya Okafor',
    company: 'Harbor Food Bank',
    days: 80,
    answers: { size: 40, topics: ['leadership', 'fundraising'], months: [1, 2, 3, 4, 5, 12] },
  })
  await addWaiting(server, {
    name: 'Tom Lindqvist',
    company: 'Grace Church',
    days: 12,
    answers: { city: 'Round Rock', size: 12, topics: ['fundraising'] },
  })
  await addWaiting(server, {
    name: 'Ana Ruiz',
    days: 10,
    answers: { city: 'Waco', topics: ['ai-implementation'] },
  })
  await addWaiting(server, {
    name: 'Li Wei',
    days: 30,
    answers: { size: 3, format: 'online', weekdays: [2, 4] },
  })
  await addWaiting(server, { name: 'No Place', days: 3, answers: { city: '', state: '' } })
  await addWaiting(server, { name: 'No Answer', days: 5, answers: null })
  await server.query('update users set trainer_since = now()')
}

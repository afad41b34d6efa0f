import { expect, test } from 'vitest'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import { ann, ask, readLink } from '../../privacy/testing/your-data.ts'
import { addEntry, dayIn, openTrainingOffice } from '../testing/trainings.ts'
import { trainingPersonalData } from './personal-data.ts'

test('the link to one’s own data says what deleting does to an offer, only to someone who has one', async () => {
  const server = await startTestServer({ jobPause: 0.5 })
  const office = await openTrainingOffice(server)
  const open = async () => (await server.send(await readLink(server))).text()
  const entryId = await addEntry(server, ann)
  await ask(server, ann)
  expect(await open()).not.toContain(trainingPersonalData.effect)
  await office.sendNew(entryId, [dayIn(20)])
  const html = await open()
  expect(html).toContain(trainingPersonalData.effect)
  expect(html).toContain('9:00 AM')
})

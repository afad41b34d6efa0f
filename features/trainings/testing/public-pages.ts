import type { PublicPages } from '../../../tests/helpers/feature-testing.ts'
import { trainingPaths } from '../contract/training-paths.ts'
import { addEntry, dayIn, openTrainingOffice, tokenOf } from './trainings.ts'

export const publicPages: PublicPages = {
  addresses: {
    [trainingPaths.offer(':token')]: async (server) => {
      const { sendNew } = await openTrainingOffice(server)
      const offer = await sendNew(await addEntry(server), [dayIn(20), dayIn(21)])
      return trainingPaths.offer(tokenOf(offer))
    },
    // Leads back to the offer.
    [trainingPaths.change(':token')]: async () => [],
  },
  async makeTokens(server) {
    const { book } = await openTrainingOffice(server)
    return { '/offer/': tokenOf(await book(await addEntry(server), dayIn(20))) }
  },
}

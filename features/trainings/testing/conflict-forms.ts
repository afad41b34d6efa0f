import { call } from '../../../core/web/api.ts'
import { type Form, formOf } from '../../../tests/helpers/conflict-rounds.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { offerRead } from '../contract/offers.ts'
import { trainingRead } from '../contract/trainings.ts'
import { factsRecord, readFacts, saveFacts } from '../web/admin/booked/facts-values.ts'
import { checkOffer, offerRecord, saveOffer } from '../web/admin/offers/offer-values.ts'
import { addEntry, dayIn, openTrainingOffice } from './trainings.ts'

const zone = { placeZone: 'UTC' }
const text = (seed: number) => `Text ${seed}`
const clock = (hour: number) => (seed: number) =>
  `${String(hour + (seed % 5)).padStart(2, '0')}:${String(seed % 59).padStart(2, '0')}`

/** The forms of an offer and of a booked day, for tests in which two users save at once */
export async function openForms(server: TestServer): Promise<Record<string, Form>> {
  const office = await openTrainingOffice(server)
  const entryId = await addEntry(server)
  const { id: offerId } = await (await office.draft(entryId, [dayIn(20)])).json()
  const { id: trainingId } = await office.book(await addEntry(server, 'bob@example.org'), dayIn(30))
  const today = dayIn(0)
  return {
    offer: formOf(offerRecord('new', today), () => call(offerRead, { params: { id: offerId } }), {
      send: (edit) => async (values, version) => {
        const read = checkOffer(values, { today, ...zone })
        if (read.mistakes) throw new Error(JSON.stringify(read.mistakes))
        const noteSaved = (saved: object) => edit.keep(values, saved as never)
        return saveOffer(read.request, {
          entryId,
          saved: edit.state.saved,
          version,
          how: false,
          noteSaved,
        })
      },
      fields: {
        price: text,
        prepare: text,
        message: text,
        place: text,
        startsAt: clock(8),
        endsAt: clock(14),
        headCount: (seed) => String(seed + 1),
        days: (seed) => [dayIn(40 + (seed % 500))],
      },
    }),
    training: formOf(factsRecord, () => call(trainingRead, { params: { id: trainingId } }), {
      send: () => async (values, version) => {
        const read = readFacts(values)
        if (read.mistakes) throw new Error(JSON.stringify(read.mistakes))
        return saveFacts(trainingId, read.request, version)
      },
      fields: {
        place: text,
        startsAt: clock(8),
        endsAt: clock(14),
        headCount: (seed) => String(seed + 1),
        contactName: text,
        contactEmail: (seed) => `p${seed}@example.org`,
        contactPhone: text,
      },
    }),
  }
}

import { eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ActingUser } from '../../../../core/server/activity/record-activity.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { oneRow } from '../../../../core/server/db/one-row.ts'
import { tryOut } from '../../../../core/server/db/try-out.ts'
import { linkMark } from '../../../../core/server/mail/encrypted-link.ts'
import { readOffice } from '../../../../core/server/organization.ts'
import { readClock } from '../../../calendar/server/clock.ts'
import type { offerPreview } from '../../contract/offers.ts'
import { offers } from '../../schema.ts'
import { toOfferPage } from '../client-page/offer-view.ts'
import { writeOfferMails } from '../mails/offer-mails.ts'
import type { TrainingDeps } from '../mails/training-events.ts'
import { findOfferByToken } from './answer-offer.ts'
import { updateOffer } from './change-offer.ts'
import { createOffer } from './create-offer.ts'
import { deriveOfferToken } from './offer-link.ts'
import { sendOffer } from './send-offer.ts'

type Previewed = z.infer<typeof offerPreview.body>

/** What the client will see and get: the offer is saved and sent, and all of that is rolled back. */
export function previewOffer(
  db: Queryable,
  deps: TrainingDeps,
  by: ActingUser,
  { entryId, id: known, version = 0, ...input }: Previewed,
) {
  return tryOut(db, async (tx) => {
    const { site } = await readOffice(tx, deps.config)
    const id = known ?? (await createOffer(tx, by, site.timeZone, { ...input, entryId }))
    const changes = known ? await updateOffer(tx, deps, by, known, { ...input, version }) : ''
    const { uid, sentAt, status } = oneRow(await tx.select().from(offers).where(eq(offers.id, id)))
    await sendOffer(tx, deps, by, id)
    const found = await findOfferByToken(tx, await deriveOfferToken(tx, uid), site.name)
    const clock = { ...(await readClock(tx, site.timeZone)), isOff: false }
    const event = status === 'sent' ? 'corrected' : sentAt ? 'sent-again' : 'sent'
    const [mail] = await writeOfferMails(tx, deps, event, id, changes)
    return {
      // The secret of the link is not shown, because the link leads nowhere yet.
      props: toOfferPage(found, clock, 'preview').props,
      mail: { subject: mail?.subject ?? '', html: (mail?.html ?? '').replaceAll(linkMark, '#') },
    }
  })
}

import { eq } from 'drizzle-orm'
import { formatFullDay, isoDay } from '../../../../core/contract/format-date.ts'
import type { SiteSettings } from '../../../../core/contract/site.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { linkMark } from '../../../../core/server/mail/encrypted-link.ts'
import type { OutgoingMail } from '../../../../core/server/mail/outbox.ts'
import { readOffice } from '../../../../core/server/organization.ts'
import { formatDayTime } from '../../../calendar/contract/day-time.ts'
import { readClock } from '../../../calendar/server/clock.ts'
import { sitePaths } from '../../../site/contract/site-paths.ts'
import { trainingPaths } from '../../contract/training-paths.ts'
import { offers } from '../../schema.ts'
import { deriveOfferToken, offerUrl } from '../offers/offer-link.ts'
import { type Client, findClient, nameClient, readTrainer, type Trainer, toFacts } from './mail-facts.ts'
import { offerMail } from './mail-kinds.ts'
import { mailKeys, type OfferEvent, type TrainingDeps } from './training-events.ts'

type Offer = typeof offers.$inferSelect
type Facts = { offer: Offer; client: Client; trainer: Trainer; site: SiteSettings }

export async function writeOfferMails(
  tx: Queryable,
  deps: TrainingDeps,
  event: OfferEvent,
  offerId: number,
  changes: string,
): Promise<OutgoingMail[]> {
  const [offer] = await tx.select().from(offers).where(eq(offers.id, offerId))
  const client = offer && (await findClient(tx, offer.entryId))
  if (!offer || !client) throw new Error(`offer ${offerId} has no client to write to`)
  const office = await readOffice(tx, deps.config)
  const facts = { offer, client, trainer: await readTrainer(tx, office, offer.trainerId), site: office.site }
  switch (event) {
    case 'sent':
    case 'sent-again':
    case 'corrected':
    case 'extended':
      return [await writeOffer(tx, deps, event, { ...facts, changes })]
    case 'withdrawn':
      return [await writeNews(deps, event, facts)]
    case 'other-days':
    case 'declined':
      return [await writeNews(deps, event, facts), ...(await writeToTrainer(deps, event, facts))]
  }
}

async function writeOffer(
  tx: Queryable,
  { config, writeEmail }: TrainingDeps,
  event: 'sent' | 'sent-again' | 'corrected' | 'extended',
  { offer, client, trainer, site, changes }: Facts & { changes: string },
): Promise<OutgoingMail> {
  const timeZone = offer.timeZone ?? site.timeZone
  const { today } = await readClock(tx, timeZone)
  const email = await writeEmail({
    template: 'trainingOffer',
    props: {
      event: event === 'sent-again' ? 'sent again' : event,
      name: client.name,
      // Some days may have passed before an offer got more time.
      times: offer.days.filter((day) => day > today).map((day) => formatDayTime({ ...offer, day }, timeZone)),
      facts: toFacts(offer, trainer.shownName),
      message: offer.message,
      changes,
      answerBy: formatFullDay(lastDayToAnswer(offer, timeZone)),
      link: linkMark,
    },
  })
  const link = offerUrl(config, await deriveOfferToken(tx, offer.uid))
  const keys = mailKeys(event === 'extended' || event === 'corrected' ? `offer-${event}` : 'offer', offer)
  return { kind: offerMail, to: client.email, ...email, link, ...keys }
}

/**
 * The last day on which the offer can be accepted. It can lapse before `validUntil`, when its last day begins. An offer that
 * was sent always has the time when it lapses (the constraint `offers_sent`).
 */
export function lastDayToAnswer(
  { expiresAt, validUntil }: Pick<Offer, 'expiresAt' | 'validUntil'>,
  timeZone: string,
): string {
  return expiresAt ? isoDay(new Date(expiresAt.getTime() - 1), { timeZone }) : validUntil
}

async function writeNews(
  { writeEmail }: TrainingDeps,
  event: 'withdrawn' | 'other-days' | 'declined',
  { offer, client, site }: Facts,
): Promise<OutgoingMail> {
  const contactUrl = site.publicUrl + sitePaths.contact
  const email = await writeEmail({
    template: 'trainingOfferNews',
    props: { event, name: client.name, contactUrl },
  })
  return { kind: offerMail, to: client.email, ...email, ...mailKeys(`offer-${event}`, offer) }
}

async function writeToTrainer(
  { writeEmail }: TrainingDeps,
  event: 'other-days' | 'declined',
  { offer, client, trainer, site }: Facts,
): Promise<OutgoingMail[]> {
  if (trainer.to === undefined) return []
  const isDeclined = event === 'declined'
  const email = await writeEmail({
    template: 'trainerNotice',
    props: {
      title: isDeclined
        ? `Training offer declined: ${nameClient(client)}`
        : `Asked for other days: ${nameClient(client)}`,
      text: isDeclined
        ? 'Your days are free again.'
        : 'Your days are free again. You can send the offer again with other days; the link stays the same.',
      quote: ['What they wrote', offer.answer],
      rows: [['Offered days', offer.days.map(formatFullDay).join('\n')]],
      button: 'Open the offer',
      url: site.publicUrl + trainingPaths.adminOffer(offer.id),
    },
  })
  const keys = mailKeys(`offer-${event}-trainer`, offer)
  return [{ kind: offerMail, to: trainer.to, ...email, ...keys, about: [client.email] }]
}

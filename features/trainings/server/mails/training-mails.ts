import { eq } from 'drizzle-orm'
import { isEmailAddress } from '../../../../core/contract/email.ts'
import { formatFullDay } from '../../../../core/contract/format-date.ts'
import type { SiteSettings } from '../../../../core/contract/site.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { linkMark } from '../../../../core/server/mail/encrypted-link.ts'
import type { OutgoingMail } from '../../../../core/server/mail/outbox.ts'
import { type Office, readOffice } from '../../../../core/server/organization.ts'
import { formatDaysLeft, formatDayTime } from '../../../calendar/contract/day-time.ts'
import { readClock } from '../../../calendar/server/clock.ts'
import { writeCalendar } from '../../../calendar/server/ics/calendar-file.ts'
import type { CalendarEvent } from '../../../manifest/calendar-event.ts'
import { sitePaths } from '../../../site/contract/site-paths.ts'
import { canChange, describePlace, mayCancel } from '../../contract/training-fields.ts'
import { trainingPaths } from '../../contract/training-paths.ts'
import type { TrainingMaterial } from '../../contract/trainings.ts'
import { offers, reminderEvents, trainings } from '../../schema.ts'
import { readMaterials } from '../booked/read-materials.ts'
import { clientEvent, trainerEvent } from '../calendar/training-event.ts'
import { deriveOfferToken, offerUrl } from '../offers/offer-link.ts'
import { type Client, findClient, nameClient, readTrainer, type Trainer, toFacts } from './mail-facts.ts'
import { trainingMail } from './mail-kinds.ts'
import {
  mailKeys,
  type TrainingChangeFacts,
  type TrainingDeps,
  type TrainingEvent,
} from './training-events.ts'

type TrainingRow = typeof trainings.$inferSelect
type Training = TrainingRow & { timeZone: string }

/** The events as the client and the trainer are told. A new contact is told that the day is booked. */
type ToldEvent = Exclude<TrainingEvent, 'contact-changed'>

type Facts = {
  training: Training
  /** Undefined once the person is deleted */
  client: Client | undefined
  trainer: Trainer
  site: SiteSettings
  /** At the place of the training */
  today: string
  /** How far away the day of a reminder is: "in two weeks" */
  daysLeft: string
  /** The client's page */
  link: string | undefined
  reason: string
  changes: string
  /** What is sent with this email */
  materials: TrainingMaterial[]
  /** True if the training went to another trainer */
  isNewTrainer: boolean
}

export async function writeTrainingMails(
  tx: Queryable,
  deps: TrainingDeps,
  event: TrainingEvent,
  trainingId: number,
  change: TrainingChangeFacts,
): Promise<OutgoingMail[]> {
  const [row] = await tx.select().from(trainings).where(eq(trainings.id, trainingId))
  if (!row) throw new Error(`training ${trainingId} does not exist`)
  return writeMailsAbout(tx, deps, event, { row, office: await readOffice(tx, deps.config) }, change)
}

/** Writes the emails about a training whose row need not exist yet. */
export async function writeMailsAbout(
  tx: Queryable,
  deps: TrainingDeps,
  event: TrainingEvent,
  { row, office }: { row: TrainingRow; office: Office },
  { reason = '', changes = '', formerTrainerId, formerContact }: TrainingChangeFacts = {},
): Promise<OutgoingMail[]> {
  const { site } = office
  const training = { ...row, timeZone: row.timeZone ?? site.timeZone }
  const { today } = await readClock(tx, training.timeZone)
  const isNewTrainer = formerTrainerId !== undefined && formerTrainerId !== training.trainerId
  const facts: Facts = {
    training,
    // If they were restored, they still get no email about the day that was canceled with them.
    client: training.canceledBy === 'server' ? undefined : await findClient(tx, training.entryId),
    trainer: await readTrainer(tx, office, training.trainerId),
    site,
    today,
    daysLeft: isReminder(event) ? formatDaysLeft(today, training.day) : '',
    link: await findLink(tx, deps, training.offerId),
    reason,
    changes,
    materials: await findMaterials(tx, event, training.id),
    isNewTrainer,
  }
  const former = isNewTrainer ? await readTrainer(tx, office, formerTrainerId) : undefined
  const mails = [
    // A new contact has not heard of the day yet.
    await writeToClient(deps, formerContact || event === 'contact-changed' ? 'booked' : event, facts),
    formerContact && (await writeToFormerContact(deps, facts, formerContact)),
    event === 'contact-changed' || event === 'material'
      ? undefined
      : await writeToTrainer(deps, event, facts),
    former && (await writeToFormerTrainer(deps, facts, former)),
  ]
  return mails.filter((mail) => mail !== undefined)
}

/** What goes out with a reminder, or after the day */
async function findMaterials(tx: Queryable, event: TrainingEvent, id: number): Promise<TrainingMaterial[]> {
  if (!isReminder(event) && event !== 'material') return []
  const all = (await readMaterials(tx, [id])).get(id) ?? []
  return all.filter(({ isAfter }) => isAfter === (event === 'material'))
}

const listMaterial = (materials: TrainingMaterial[], publicUrl: string) =>
  materials.map(({ title, path }) => `${title}: ${publicUrl}${path}`).join('\n')

const isReminder = (event: TrainingEvent) => reminderEvents.some((reminder) => reminder === event)

async function findLink(
  tx: Queryable,
  { config }: TrainingDeps,
  offerId: number | null,
): Promise<string | undefined> {
  if (offerId === null) return undefined
  const [offer] = await tx.select({ uid: offers.uid }).from(offers).where(eq(offers.id, offerId))
  return offer && offerUrl(config, await deriveOfferToken(tx, offer.uid))
}

async function writeToClient(
  deps: TrainingDeps,
  event: ToldEvent,
  facts: Facts,
): Promise<OutgoingMail | undefined> {
  const { training, client, link } = facts
  if (!client || link === undefined) return undefined
  const to = addressOf(training, client)
  return {
    kind: trainingMail,
    to,
    ...(await deps.writeEmail(viewForClient(event, facts, client))),
    link,
    calendar: await calendarFor(event, facts, { to, isClient: true }),
    ...mailKeys(idKinds[event], training),
    // The contact can be someone else, whose emails are about the person on the waitlist, too.
    about: to.toLowerCase() === client.email.toLowerCase() ? [] : [client.email],
  }
}

/** Where emails to the client go */
export function addressOf(
  { contactEmail }: Pick<Training, 'contactEmail'>,
  client: { email: string },
): string {
  return isEmailAddress(contactEmail) ? contactEmail : client.email
}

/** Removes the day from the calendar of the contact who got the emails before. */
async function writeToFormerContact(
  { writeEmail }: TrainingDeps,
  facts: Facts,
  { name, email }: { name: string; email: string },
): Promise<OutgoingMail> {
  const { training, client } = facts
  const view = {
    name,
    day: formatFullDay(training.day),
    time: formatDayTime(training, training.timeZone),
  }
  const released = { ...facts, training: { ...training, contactName: name, canceledAt: new Date() } }
  return {
    kind: trainingMail,
    to: email,
    ...(await writeEmail({ template: 'formerContact', props: view })),
    // The link is the new contact's.
    calendar: await calendarFor('canceled', { ...released, link: undefined }, { to: email, isClient: true }),
    ...mailKeys('contact-released', training),
    about: client ? [client.email] : [],
  }
}

function viewForClient(
  event: ToldEvent,
  { training, trainer, site, today, daysLeft, reason, changes, materials }: Facts,
  client: Client,
): Parameters<TrainingDeps['writeEmail']>[0] {
  const name = training.contactName || client.name
  const day = formatFullDay(training.day)
  const time = formatDayTime(training, training.timeZone)
  if (event === 'canceled') {
    const isByClient = training.canceledBy === 'client'
    // Their own words are not sent back to them.
    const ourReason = isByClient ? '' : training.cancelReason
    const contactUrl = site.publicUrl + sitePaths.contact
    return {
      template: 'trainingCanceled',
      props: { name, day, time, isByClient, reason: ourReason, contactUrl },
    }
  }
  if (event === 'other-day-wished') return { template: 'trainingWish', props: { name, time, link: linkMark } }
  const facts = {
    ...toFacts(training, trainer.shownName),
    ...(event === 'material' && { where: training.place, prepare: '', terms: '' }),
    material: listMaterial(materials, site.publicUrl),
  }
  const props = { event, name, day, daysLeft, time, reason, changes, link: linkMark, facts }
  const can = { canChange: canChange(training, today), mayCancel: mayCancel(training, today) }
  return { template: 'trainingDay', props: { ...props, ...can } }
}

async function writeToTrainer(
  deps: TrainingDeps,
  event: ToldEvent,
  facts: Facts,
): Promise<OutgoingMail | undefined> {
  const { client, training } = facts
  return writeNotice(deps, event, facts, {
    ...describeForTrainer(event, facts),
    rows: whoAndWhere(facts),
    idKind: `${idKinds[event]}-trainer`,
    about: client ? [client.email, training.contactEmail].filter(isEmailAddress) : [],
  })
}

/** Removes the day from the calendar of the trainer who had it before. */
async function writeToFormerTrainer(
  deps: TrainingDeps,
  facts: Facts,
  former: Trainer,
): Promise<OutgoingMail | undefined> {
  const { training, client, trainer } = facts
  // If both get their emails at one address, the cancellation would remove the day of the new trainer.
  if (former.to === trainer.to) return undefined
  const released = { ...facts, training: { ...training, canceledAt: new Date() }, trainer: former }
  return writeNotice(deps, 'canceled', released, {
    title: `A training is no longer yours${client ? `: ${nameClient(client)}` : ''}`,
    text: `${trainer.name} gives it now. You don’t need to do anything.`,
    rows: [],
    idKind: 'trainer-released',
    about: client ? [client.email] : [],
  })
}

type News = { title: string; text: string; quote?: [label: string, text: string] }
type Notice = News & { rows: [string, string][]; idKind: string; about: string[] }

/** Writes to the trainer, unless there is no address for their emails. */
async function writeNotice(
  { writeEmail }: TrainingDeps,
  event: ToldEvent,
  facts: Facts,
  { title, text, quote = ['', ''], rows, idKind, about }: Notice,
): Promise<OutgoingMail | undefined> {
  const { training, trainer, site } = facts
  const { to } = trainer
  if (to === undefined) return undefined
  const when: [string, string] = ['When', formatDayTime(training, training.timeZone)]
  const url = site.publicUrl + trainingPaths.adminTraining(training.id)
  const props = { title, text, quote, rows: [when, ...rows], button: 'Open the training', url }
  return {
    kind: trainingMail,
    to,
    ...(await writeEmail({ template: 'trainerNotice', props })),
    calendar: await calendarFor(event, facts, { to, isClient: false }),
    ...mailKeys(idKind, training),
    about,
  }
}

function whoAndWhere({ training, client }: Facts): [string, string][] {
  if (!client) return []
  const { headCount } = training
  return [
    ['Client', nameClient(client)],
    ['Where', describePlace(training, 'Not known yet')],
    ['People', headCount === null ? '' : String(headCount)],
  ]
}

function describeForTrainer(event: ToldEvent, facts: Facts): News {
  const { training, client, daysLeft, reason, changes, isNewTrainer } = facts
  const { canceledBy, cancelReason, otherDayWish } = training
  const day = formatFullDay(training.day)
  const who = client ? `: ${nameClient(client)}` : ''
  const reminder = { title: `Training ${daysLeft}, on ${day}${who}`, text: 'Is everything ready?' }
  const news: Record<ToldEvent, News> = {
    booked: { title: `Training booked for ${day}${who}`, text: 'The client accepted this day.' },
    changed: { title: `Training changed on ${day}${who}`, text: `Changed: ${changes}.` },
    rescheduled: {
      title: `Training moved to ${day}${who}`,
      text: isNewTrainer ? 'This training is yours now.' : 'The training has a new day.',
      quote: ['Why', reason],
    },
    'trainer-replaced': {
      title: `Your training on ${day}${who}`,
      text: 'This training is yours now.',
      quote: ['Why', reason],
    },
    'other-day-wished': {
      title: `Another day requested${who}`,
      text: `The day stays booked until you move or cancel it.${training.wishedDay ? ` They chose ${formatFullDay(training.wishedDay)} instead. We hold it for three days at most.` : ''}`,
      quote: ['What they wrote', otherDayWish ?? ''],
    },
    'day-kept': {
      title: `Training stays on ${day}${who}`,
      text: 'The client asked for another day, and was told that the day stays.',
      quote: ['Why', reason],
    },
    canceled: {
      title: `Training canceled on ${day}${who}`,
      text: `${canceledBy ? cancelWords[canceledBy] : ''}Your day is free again.`,
      quote: ['Why', canceledBy === 'server' ? '' : cancelReason],
    },
    'reminder-14': reminder,
    'reminder-2': reminder,
    material: { title: `Sent after the training on ${day}${who}`, text: 'The client got what you prepared.' },
  }
  return news[event]
}

const cancelWords = {
  client: 'The client canceled it. ',
  us: '',
  server: 'The client’s data was deleted, so the training is canceled. ',
}

/** The day for the recipient's calendar, unless the event changes nothing there */
async function calendarFor(
  event: ToldEvent,
  { training, client, trainer, site, link }: Facts,
  { to, isClient }: { to: string; isClient: boolean },
): Promise<OutgoingMail['calendar']> {
  if (withoutCalendar.includes(event)) return undefined
  // No one can invite themselves: Outlook adds nothing to the calendar of the organizer. They get the day without people.
  const isOwn = to.toLowerCase() === site.contactEmail.toLowerCase()
  const method = isOwn ? 'PUBLISH' : event === 'canceled' ? 'CANCEL' : 'REQUEST'
  const own: CalendarEvent = isClient
    ? clientEvent(training, new Date(), {
        siteName: site.name,
        trainerName: trainer.shownName,
        prepare: training.prepare,
        link: link === undefined ? '' : linkMark,
      })
    : trainerEvent(client ? training : { ...training, place: '' }, new Date(), {
        company: client?.company ?? '',
        adminUrl: site.publicUrl + trainingPaths.adminTraining(training.id),
      })
  const people = {
    organizer: { name: site.name, email: site.contactEmail },
    attendee: { name: isClient ? training.contactName : trainer.name, email: to },
  }
  const invitation = isOwn ? own : { ...own, people }
  return { text: await writeCalendar({ method, timeZone: training.timeZone, events: [invitation] }), method }
}

const withoutCalendar: ToldEvent[] = ['other-day-wished', 'day-kept', ...reminderEvents, 'material']

/** The beginnings of Message-IDs, which stay the same over versions */
const idKinds: Record<ToldEvent, string> = {
  booked: 'confirmation',
  changed: 'training-changed',
  rescheduled: 'training-moved',
  'trainer-replaced': 'trainer-replaced',
  'other-day-wished': 'other-day-wished',
  'day-kept': 'day-kept',
  canceled: 'training-canceled',
  'reminder-14': 'reminder-14',
  'reminder-2': 'reminder-2',
  material: 'material',
}

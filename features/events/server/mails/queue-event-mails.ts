import { eq, sql } from 'drizzle-orm'
import { formatFullDay } from '../../../../core/contract/format-date.ts'
import { formatMoney } from '../../../../core/contract/money.ts'
import { rights } from '../../../../core/contract/roles.ts'
import type { SiteSettings } from '../../../../core/contract/site.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { linkMark } from '../../../../core/server/mail/encrypted-link.ts'
import type { Hold, MailHooks } from '../../../../core/server/mail/mail-hooks.ts'
import { mailKind, notUnderWay, type OutgoingMail, queueMails } from '../../../../core/server/mail/outbox.ts'
import { withdrawMails } from '../../../../core/server/mail/unsent-mails.ts'
import { readOffice } from '../../../../core/server/organization.ts'
import { formatDaysLeft, formatDayTime } from '../../../calendar/contract/day-time.ts'
import { readClock } from '../../../calendar/server/clock.ts'
import { writeCalendar } from '../../../calendar/server/ics/calendar-file.ts'
import { sitePaths } from '../../../site/contract/site-paths.ts'
import type { EventFacts, EventNews } from '../../emails/event-emails.tsx'
import { type eventMailKinds, eventMails, eventRegistrations, events } from '../../schema.ts'
import { calendarEventOf, sequenceOf } from '../calendar-days.ts'
import {
  createTokenMaker,
  type EventDeps,
  type EventRow,
  isAhead,
  type RegistrationRow,
  registrationUrl,
} from '../event-row.ts'

type EventMailKind = (typeof eventMailKinds)[number]

/** Anyone who opens the link in it can change the registration. */
export const eventMail = mailKind('event', 'Public date', 9, { role: rights.manageDays, isAnswer: true })

/**
 * Queues an email to each of these parties, once, in the transaction of what it is about.
 * @param changes what the office changed, such as "day and place"
 * @param hadSeats false if a party that left was only on the waiting list
 */
export async function queueEventMails(
  tx: Queryable,
  deps: EventDeps,
  about: EventMailKind,
  event: EventRow,
  registrations: RegistrationRow[],
  { changes = '', hadSeats = true } = {},
): Promise<void> {
  const readers = registrations.filter(({ email }) => email !== '')
  if (readers.length === 0) return
  if (endsRegistration(about)) await withdrawEarlier(tx, readers)
  const { site } = await readOffice(tx, deps.config)
  const { today } = await readClock(tx, event.timeZone)
  const makeToken = await createTokenMaker(tx)
  const write = writeOnce(deps)
  const mails: OutgoingMail[] = []
  for (const registration of readers) {
    const { uid, email: to, status } = registration
    const isIn = about === 'left' ? hadSeats : status === 'registered'
    const id = `${about}-${sequenceOf(event, registration)}-${uid}@everyday-ai`
    mails.push({
      kind: eventMail,
      to,
      // Nothing that someone typed into a form, because the address may be that of someone else.
      ...(await write({
        about,
        title: event.title,
        day: formatFullDay(event.day),
        time: formatDayTime(event, event.timeZone),
        daysLeft: formatDaysLeft(today, event.day),
        isWaiting: status === 'waiting',
        changes,
        reason: event.cancelReason,
        facts: factsOf(event, registration),
        link: linkMark,
        contactUrl: site.publicUrl + sitePaths.contact,
      })),
      link: registrationUrl(site, makeToken(uid)),
      calendar: isIn && hasCalendar(about) ? await invite(event, registration, about, site) : undefined,
      messageId: id,
      onceKey: id,
      orderKey: uid,
    })
  }
  const ids = sql.param(await queueMails(tx, mails))
  await tx.execute(
    sql`insert into event_mails (message_id, registration_id, about)
      select outbox_messages.id, event_registrations.id, ${about} from outbox_messages
        join event_registrations on event_registrations.uid::text = order_key
      where outbox_messages.id = any(${ids}::int[]) order by outbox_messages.id`,
  )
}

const endsRegistration = (about: EventMailKind) => about === 'left' || about === 'canceled'
const hasCalendar = (about: EventMailKind) =>
  endsRegistration(about) || ['registered', 'seat', 'changed'].includes(about)

/** Shown in the Outbox */
const noLongerTrue = 'This registration was canceled before this email went out.'

/** Withdraws the emails to parties that are out, if they have not gone out yet. */
async function withdrawEarlier(tx: Queryable, parties: RegistrationRow[]): Promise<void> {
  const ids = sql.param(parties.map(({ id }) => id))
  const theirs = sql`id in (select message_id from event_mails where registration_id = any(${ids}::int[]))`
  await withdrawMails(tx, sql`status = 'queued' and ${theirs} and ${notUnderWay}`, noLongerTrue)
}

/** Renders each text once, although many parties get it. */
function writeOnce({ writeEmail }: EventDeps) {
  const written = new Map<string, ReturnType<typeof writeEmail>>()
  return (props: EventNews) => {
    const key = JSON.stringify(props)
    const email = written.get(key) ?? writeEmail({ template: 'eventNews', props })
    written.set(key, email)
    return email
  }
}

function factsOf(event: EventRow, { status, party }: RegistrationRow): EventFacts {
  const { amount, currency, price, payUrl, terms, contact, format, place, onlineUrl } = event
  const isIn = status === 'registered'
  const whole = amount === null ? '' : formatMoney(amount * party, currency)
  const each = amount !== null && party > 1 ? ` (${formatMoney(amount, currency)} for each of ${party})` : ''
  return {
    place: format === 'online' ? 'Online' : place,
    onlineUrl: isIn && format === 'online' ? onlineUrl : '',
    people: party === 1 ? '' : `${party} people`,
    price: [whole + each, price].filter(Boolean).join('\n'),
    payUrl: isIn ? payUrl : '',
    terms,
    contact,
  }
}

/** The date for the calendar of a party that is or was registered */
async function invite(
  event: EventRow,
  registration: RegistrationRow,
  about: EventMailKind,
  site: SiteSettings,
): Promise<OutgoingMail['calendar']> {
  const { email } = registration
  // No one can invite themselves: Outlook adds nothing to the calendar of the organizer.
  const isOwn = email.toLowerCase() === site.contactEmail.toLowerCase()
  const method = isOwn ? 'PUBLISH' : endsRegistration(about) ? 'CANCEL' : 'REQUEST'
  const status = endsRegistration(about) ? 'canceled' : event.status
  const dated = { ...event, sequence: sequenceOf(event, registration), status }
  const people = { organizer: { name: site.name, email: site.contactEmail }, attendee: { name: '', email } }
  const own = calendarEventOf(dated, new Date(), [
    ...(event.format === 'online' && event.onlineUrl ? [`Join at: ${event.onlineUrl}`] : []),
    `See or change your registration: ${linkMark}`,
  ])
  const events = [isOwn ? own : { ...own, people }]
  return { text: await writeCalendar({ method, timeZone: event.timeZone, events }), method }
}

/** Keeps emails from going out that are not true any more. Those that say that something is canceled always go out. */
export const eventMailHooks: MailHooks = { event: { beforeRetry: findHold, beforeResend: findHold } }

async function findHold(tx: Queryable, messageId: number): Promise<Hold | undefined> {
  const [found] = await tx
    .select({
      isOut: sql<boolean>`${eventRegistrations.status} = 'canceled' or ${events.status} = 'canceled'`,
      isLate: sql<boolean>`not (${isAhead})`,
    })
    .from(eventMails)
    .innerJoin(eventRegistrations, eq(eventRegistrations.id, eventMails.registrationId))
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .where(sql`message_id = ${messageId} and about not in ('left', 'canceled')`)
  if (found?.isOut) return { withdraw: noLongerTrue }
  return found?.isLate ? { withdraw: 'The date began before this email went out.' } : undefined
}

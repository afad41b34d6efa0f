import { type SQL, sql } from 'drizzle-orm'
import { formatMoney } from '../../../core/contract/money.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { withdrawMailsTo } from '../../../core/server/mail/unsent-mails.ts'
import type { PersonalData, Trace } from '../../manifest/feature.ts'
import { planTopicLabels } from '../../people/contract/plan.ts'
import { setWaitlistStatus } from '../../people/server/waitlist.ts'
import { offerStatusLabels } from '../contract/offers.ts'
import { trainingFormatLabels } from '../contract/training-fields.ts'
import { withoutWish } from './booked/cancel-training.ts'
import { isFollowing, statusThatFollows } from './status-label.ts'
import { localToday } from './time-zone.ts'

const shared = sql`starts_at as starts, ends_at as ends, format, place, topics, head_count as "head count", price, amount,
  deposit, currency, pay_url as "address for paying", terms, cancel_days as "days to cancel"`

export const trainingPersonalData = {
  place: 2,
  names: { offers: ['training offer', 'training offers'], trainings: ['training', 'trainings'] },
  labels: {
    prepare: 'To prepare',
    message: 'Our message',
    days: 'Offered days',
    answer: 'Your answer',
    'other day': 'Other day you asked for',
    reason: 'Why it was canceled',
    tasks: 'Our checklist',
    material: 'Files and posts for you',
  },
  show: { offers: showMoney, trainings: showMoney },
  words: { format: trainingFormatLabels, topics: planTopicLabels, status: offerStatusLabels },
  effect: 'An offer of training days ends, and a day that you’ve booked is canceled.',
  traces: (email) => ({
    offers: sql`select days::text[], ${shared}, prepare, offers.message, valid_until::text as "valid until", offers.status, answer, sent_at as sent,
        answered_at as answered, ended_at as ended
      from offers join training_waitlist on training_waitlist.id = entry_id where lower(email) = ${email}
      order by offers.created_at, offers.id`,
    trainings: sql`select day::text, ${shared}, invoice_number as "invoice number",
        deposit_paid_on::text as "deposit paid", paid_on::text as paid, helper, prepare, contact_name as contact, contact_email as email, contact_phone as phone,
        other_day_wish as "other day", wished_day::text as "wished day", booked_at as booked, canceled_at as canceled, cancel_reason as reason,
        held_at as held, array(select text from training_tasks where training_id = trainings.id order by id) as tasks,
        array(select title from training_materials where training_id = trainings.id order by id) as material
      from trainings where lower(contact_email) = ${email}
        or entry_id in (select id from training_waitlist where lower(email) = ${email})
      order by day, trainings.id`,
  }),
  addresses: sql`select lower(contact_email) from trainings where contact_email <> ''`,
  async hide(tx, email, at) {
    await endTrainingsOf(tx, sql`lower(email) = ${email} and deleted_at is not null`)
    await withdrawMailsTo(tx, email, ['offer', 'training'], at)
    return 0
  },
  onEntriesHidden: endTrainingsOf,
  beforeEntriesErased: blankTrainingsOf,
  /** The days themselves stay for statistics. Offers are deleted with the entries, which the caller has locked. */
  async erase(tx, { email, until }) {
    const isTheirs = sql`lower(email) = ${email} and created_at <= ${until}`
    const offers = await tx.execute(
      sql`select from offers where entry_id in (select id from training_waitlist where ${isTheirs})`,
    )
    const trainings = await blankTrainingsOf(tx, isTheirs)
    // Someone else's training, for which this person is the contact
    const contacts = await tx.execute(
      sql`update trainings set contact_name = '', contact_email = '', contact_phone = '', version = version + 1
        where lower(contact_email) = ${email} and booked_at <= ${until}`,
    )
    return { offers: offers.rowCount ?? 0, trainings: trainings + (contacts.rowCount ?? 0) }
  },
} satisfies PersonalData

/** "$1,600" instead of hundredths and a currency */
function showMoney({ amount, deposit, currency, ...trace }: Trace): Trace {
  const show = (sum: unknown) => (typeof sum === 'number' ? formatMoney(sum, String(currency)) : null)
  return { ...trace, amount: show(amount), deposit: show(deposit) }
}

/**
 * Withdraws the open offers of deleted waitlist entries and cancels their days from today on, without an email to the
 * person. The job `training-reminders` tells the trainers. The caller has locked the entries.
 * @param isDeleted condition for rows of `training_waitlist`
 */
async function endTrainingsOf(tx: Queryable, isDeleted: SQL): Promise<void> {
  const theirs = sql`entry_id in (select id from training_waitlist where ${isDeleted})`
  // Their holds go with them (`on delete cascade`).
  await tx.execute(sql`delete from offers where status = 'draft' and ${theirs}`)
  await tx.execute(
    sql`with ended as (
        update offers set status = 'withdrawn', ended_at = now(), version = version + 1
        where status in ('sent', 'other-days') and ${theirs} returning id)
      delete from trainer_days where offer_id in (select id from ended)`,
  )
  await tx.execute(
    sql`with canceled as (
        update trainings set canceled_at = now(), canceled_by = 'server', ${sql.raw(withoutWish)},
          sequence = sequence + 1, version = version + 1
        where canceled_at is null and held_at is null and day >= ${localToday} and ${theirs} returning id)
      delete from trainer_days where training_id in (select id from canceled)`,
  )
  // If the person is restored, the offer and the day are not.
  const follows = sql`${isDeleted} and status in ('offered', 'booked') and ${isFollowing}`
  await setWaitlistStatus(tx, statusThatFollows(), follows)
}

/**
 * Ends everything of waitlist entries that are about to be deleted, and removes the person from their trainings.
 * Returns the number of trainings.
 * @param isTheirs condition for rows of `training_waitlist`
 */
async function blankTrainingsOf(tx: Queryable, isTheirs: SQL): Promise<number> {
  await endTrainingsOf(tx, isTheirs)
  const { rows } = await tx.execute<{ id: number }>(
    sql`update trainings set entry_id = null, offer_id = null, contact_name = '', contact_email = '',
        contact_phone = '', place = '', price = '', prepare = '', pay_url = '', terms = '', invoice_number = '',
        helper = '', ${sql.raw(withoutWish)}, cancel_reason = '', version = version + 1
      where entry_id in (select id from training_waitlist where ${isTheirs}) returning id`,
  )
  const ids = sql.param(rows.map(({ id }) => id))
  await tx.execute(sql`delete from training_tasks where training_id = any(${ids}::int[])`)
  await tx.execute(sql`delete from training_materials where training_id = any(${ids}::int[])`)
  // A past day that no one has marked as held or canceled may still have a wish.
  await tx.execute(sql`delete from trainer_days where training_id = any(${ids}::int[]) and use = 'wish'`)
  return rows.length
}

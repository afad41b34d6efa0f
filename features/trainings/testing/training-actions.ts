import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { features } from '../../../app/features.ts'
import type { ActingUser } from '../../../core/server/activity/record-activity.ts'
import type { Database } from '../../../core/server/db/connect.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import type { Random } from '../../../tests/helpers/random.ts'
import { endAccess, restoreAccess } from '../../accounts/server/team/members.ts'
import { deletePerson, erasePerson, restorePerson } from '../../privacy/server/erase.ts'
import {
  cancelForUs,
  keepDay,
  markHeld,
  markPaid,
  rescheduleTraining,
  updateTraining,
} from '../server/booked/change-training.ts'
import { sendReminders } from '../server/booked/send-reminders.ts'
import type { TrainingDeps } from '../server/mails/training-events.ts'
import {
  type AnswerResult,
  acceptDay,
  askForOtherDay,
  cancelByClient,
} from '../server/offers/answer-offer.ts'
import { deleteDraft, updateOffer } from '../server/offers/change-offer.ts'
import { createOffer } from '../server/offers/create-offer.ts'
import { lapseOffers } from '../server/offers/lapse-offers.ts'
import { deriveOfferToken } from '../server/offers/offer-link.ts'
import { extendOffer, sendOffer, withdrawOffer } from '../server/offers/send-offer.ts'
import { resumeTrainings } from '../server/pause.ts'
import { replaceTrainer } from '../server/replace-trainer.ts'
import { acceptOffer, declineOffer, wishOtherDays } from './client-answers.ts'
import { dayIn, offerFacts } from './trainings.ts'

/** The state of the database before the actions of a step */
export type Scene = {
  owner: ActingUser & { username: string }
  trainers: number[]
  entries: number[]
  offers: { id: number; uid: string; status: string; days: string[]; version: number; isOver: boolean }[]
  trainings: { id: number; uid: string; version: number; entryId: number | null }[]
}

/** Something that was done. An answer names its offer, so that its confirmations can be counted. */
export type Done = {
  name: string
  outcome: string
  answer?: {
    uid: string
    kind: 'accept' | 'other-days' | 'declined'
    wasOver: boolean
    /** True if nothing but another action at the same time can be in its way */
    mustWork: boolean
  }
}

type Tools = { db: Database; query: pg.Pool['query']; deps: TrainingDeps; random: Random }

/** The words of a refusal, without what differs each time */
function sayRefusal(error: unknown): string {
  if (!(error instanceof RequestProblem)) throw error
  return error.detail.replaceAll(/\w+ \d+(?:, \d+)?/g, 'a day')
}

/** Actions of an office and its clients. Each returns what came of it, and throws only if something is broken. */
export function createTrainingActions({ db, query, deps, random }: Tools) {
  const { below, pick, isOneIn } = random
  const { timeZone } = deps.config.site
  const someDays = () => Array.from({ length: 1 + below(3) }, () => dayIn(1 + below(9)))
  const plan = (scene: Scene) => ({
    ...offerFacts,
    topics: [...offerFacts.topics],
    trainerId: pick(scene.trainers),
    days: someDays(),
    validUntil: dayIn(below(20)),
    ...pick([{}, { amount: 90_000, deposit: null, cancelDays: null }, priced]),
  })
  const priced = {
    amount: 160_000,
    deposit: 40_000,
    payUrl: 'https://pay.example.org',
    terms: 'Half is due.',
    cancelDays: 5,
  }
  const nothing: Done = { name: 'nothing', outcome: 'nothing' }
  const say = (result: unknown = 'done'): string =>
    typeof result === 'string' ? result : JSON.stringify(result).replaceAll(/\d+/g, '')
  const outcomeOf = (change: Promise<unknown>): Promise<string> => change.then(say, sayRefusal)

  const onOffer = async (
    { offers }: Scene,
    name: string | ((offer: Scene['offers'][number]) => string),
    act: (offer: Scene['offers'][number]) => Promise<unknown>,
  ): Promise<Done> => {
    if (offers.length === 0) return nothing
    const offer = pick(offers)
    return { name: typeof name === 'string' ? name : name(offer), outcome: await outcomeOf(act(offer)) }
  }

  const onTraining = async (
    { trainings }: Scene,
    name: string,
    act: (training: Scene['trainings'][number]) => Promise<unknown>,
  ): Promise<Done> =>
    trainings.length === 0 ? nothing : { name, outcome: await outcomeOf(act(pick(trainings))) }

  async function answer(
    { offers }: Scene,
    kind: 'accept' | 'other-days' | 'declined',
    give: (token: string, day: string) => Promise<AnswerResult>,
  ): Promise<Done> {
    if (offers.length === 0) return nothing
    // Mostly the newest, because most others are over.
    const offer = isOneIn(3) ? pick(offers) : (offers.at(-1) ?? pick(offers))
    const { uid, status, isOver, days } = offer
    const day = pick(days)
    const { result } = await give(await deriveOfferToken(db, uid), day)
    // In any time zone, the day after tomorrow in UTC is not today.
    const mustWork = status === 'sent' && !isOver && (kind !== 'accept' || day >= dayIn(2))
    return { name: kind, outcome: result, answer: { uid, kind, wasOver: isOver, mustWork } }
  }
  const accept = (scene: Scene) => answer(scene, 'accept', (token, day) => acceptOffer(db, deps, token, day))
  /** Lets an offer lapse a moment later, so that an answer may come before or after the end. */
  const lapseSoon = async (scene: Scene) => {
    const sent = scene.offers.filter(({ status }) => status === 'sent')
    if (sent.length === 0) return nothing
    const { id } = pick(sent)
    const ms = below(60)
    await query(
      `update offers set expires_at = least(expires_at, clock_timestamp() + make_interval(secs => $2))
       where id = $1 and status = 'sent'`,
      [id, ms / 1000],
    )
    await sleep(ms)
    await lapseOffers({ ...deps, db })
    const { rows } = await query<{ status: string }>('select status from offers where id = $1', [id])
    return { name: 'lapse', outcome: rows[0]?.status ?? 'gone' }
  }
  const personKey = (scene: Scene) => ({ form: 'waitlist', id: pick(scene.entries) }) as const

  const ofOffers = [
    async (scene: Scene): Promise<Done> => {
      const entryId = pick(scene.entries)
      const made = db.transaction((tx) => createOffer(tx, scene.owner, timeZone, { ...plan(scene), entryId }))
      const isSecond = scene.trainings.some((training) => training.entryId === entryId)
      return { name: isSecond ? 'second offer' : 'draft', outcome: await outcomeOf(made.then(() => 'done')) }
    },
    (scene: Scene) =>
      onOffer(
        scene,
        ({ status }) => (status === 'sent' ? 'correct' : 'edit'),
        async ({ id, version }) =>
          void (await updateOffer(db, deps, scene.owner, id, { ...plan(scene), version })),
      ),
    (scene: Scene) => onOffer(scene, 'send', ({ id }) => sendOffer(db, deps, scene.owner, id)),
    (scene: Scene) => onOffer(scene, 'send', ({ id }) => sendOffer(db, deps, scene.owner, id)),
    (scene: Scene) => onOffer(scene, 'extend', ({ id }) => extendOffer(db, deps, id, {})),
    (scene: Scene) => onOffer(scene, 'withdraw', ({ id }) => withdrawOffer(db, deps, scene.owner, id)),
    (scene: Scene) => onOffer(scene, 'delete draft', ({ id }) => deleteDraft(db, deps, id)),
    accept,
    accept,
    (scene: Scene) => answer(scene, 'other-days', (token) => wishOtherDays(db, deps, token, 'Other days')),
    (scene: Scene) => answer(scene, 'declined', (token) => declineOffer(db, deps, token, 'Not now')),
    lapseSoon,
  ]
  const wish = (scene: Scene) =>
    onTraining(
      scene,
      'wish',
      async ({ uid }) =>
        (
          await askForOtherDay(db, deps, await deriveOfferToken(db, uid), {
            message: pick(['Later', 'Or Monday']),
            day: pick([undefined, dayIn(7 + below(5)), dayIn(7 + below(5))]),
          })
        ).result,
    )
  const confirmWish = async (): Promise<Done> => {
    const { rows } = await query<{ id: number; day: string; trainerId: number; version: number }>(
      `select id, wished_day::text as day, trainer_id as "trainerId", version from trainings
       where wished_day is not null order by id limit 1`,
    )
    const [wish] = rows
    if (!wish) return nothing
    const { id, ...move } = wish
    const moved = rescheduleTraining(db, deps, id, { ...move, reason: '' })
    return { name: 'confirm wish', outcome: await outcomeOf(moved) }
  }
  const ofTrainings = [
    (scene: Scene) =>
      onTraining(scene, 'reschedule', ({ id, version }) => {
        const move = { day: dayIn(1 + below(9)), trainerId: pick(scene.trainers), reason: 'Ill', version }
        return rescheduleTraining(db, deps, id, move)
      }),
    (scene: Scene) =>
      onTraining(scene, 'change place and contact', ({ id, version }) =>
        updateTraining(db, deps, id, {
          startsAt: '10:00',
          endsAt: '15:00',
          format: 'online',
          place: `Room ${below(2)}`,
          topics: [],
          headCount: null,
          contactName: 'Ann',
          contactEmail: pick(['', 'ben@example.org', 'cy@example.org']),
          contactPhone: '',
          amount: pick([160_000, 170_000]),
          deposit: null,
          travelBefore: below(3),
          travelAfter: below(2),
          helper: pick(['', 'Hana']),
          version,
        }),
      ),
    (scene: Scene) => onTraining(scene, 'cancel', ({ id }) => cancelForUs(db, deps, scene.owner, id, 'Ill')),
    (scene: Scene) =>
      onTraining(
        scene,
        'client cancels',
        async ({ uid }) => (await cancelByClient(db, deps, await deriveOfferToken(db, uid), 'Ill')).result,
      ),
    wish,
    wish,
    (scene: Scene) =>
      onTraining(scene, 'paid', ({ id }) =>
        markPaid(db, scene.owner, id, {
          part: pick(['deposit', 'whole']),
          paidOn: pick([null, dayIn(0)]),
        }),
      ),
    async (scene: Scene): Promise<Done> => {
      const drafts = scene.offers.filter(({ status }) => status === 'draft' || status === 'other-days')
      if (drafts.length === 0) return nothing
      const { id, uid, days } = pick(drafts)
      const answered = await acceptDay(db, deps, { id }, pick(days), { byAdmin: true })
      const answer = { uid, kind: 'accept', wasOver: false, mustWork: false } as const
      return { name: 'by phone', outcome: answered.result, answer }
    },
    (scene: Scene) =>
      onTraining(scene, 'keep day', ({ id, version }) => keepDay(db, deps, id, { reason: 'Busy', version })),
    (scene: Scene) => onTraining(scene, 'held', ({ id }) => markHeld(db, deps, id, !isOneIn(3))),
  ]
  /** An action that has one outcome */
  const always = (name: string, act: (scene: Scene) => Promise<unknown>) => (scene: Scene) =>
    act(scene).then((): Done => ({ name, outcome: 'done' }))
  const ofOffice = [
    async (scene: Scene): Promise<Done> => {
      const deleted = await deletePerson(db, features, personKey(scene), scene.owner)
      return { name: 'delete', outcome: say(deleted) }
    },
    async (scene: Scene): Promise<Done> => {
      const restored = await restorePerson(db, personKey(scene), scene.owner)
      return { name: 'undelete', outcome: say(restored) }
    },
    always('erase', async ({ entries }) => {
      const find = 'select email from training_waitlist where id = $1'
      const { rows } = await query<{ email: string }>(find, [pick(entries)])
      const [{ email } = { email: 'unknown@example.org' }] = rows
      await db.transaction((tx) => erasePerson(tx, features, email, sql`now()`, 'server'))
    }),
    always('end access', ({ owner, trainers }) => endAccess(db, owner, pick(trainers), async () => {})),
    always('give access', ({ owner, trainers }) => restoreAccess(db, owner, pick(trainers))),
    async (scene: Scene): Promise<Done> => {
      const [from, to] = [pick(scene.trainers), pick(scene.trainers)]
      const replaced = replaceTrainer(db, deps, scene.owner, { from, to })
      const outcome = replaced.then(({ moved }) => (moved > 0 ? 'moved' : 'none moved'))
      return { name: 'replace', outcome: await outcomeOf(outcome) }
    },
    always('resume', ({ owner }) => resumeTrainings(db, owner)),
    always('remind', () => sendReminders({ ...deps, db })),
  ]
  return {
    accept,
    async act(scene: Scene): Promise<Done> {
      // Few clients wish a day, so the office looks for such a wish first.
      const confirmed = isOneIn(4) ? await confirmWish() : nothing
      if (confirmed !== nothing) return confirmed
      const dice = below(20)
      return pick(dice < 11 ? ofOffers : dice < 17 ? ofTrainings : ofOffice)(scene)
    },
    /** Offers days to the first two people. */
    async sendFirst(scene: Scene): Promise<void> {
      for (const [index, entryId] of scene.entries.slice(0, 2).entries()) {
        const first = { ...plan(scene), entryId, days: [2, 4, 6].map((day) => dayIn(index + day)) }
        const made = db.transaction((tx) => createOffer(tx, scene.owner, timeZone, first))
        const id = await made.catch(sayRefusal)
        if (typeof id === 'number') await sendOffer(db, deps, scene.owner, id)
      }
    },
    /** Two clients' clicks on one offer at the same time, while it lapses */
    race(scene: Scene): ((scene: Scene) => Promise<Done>)[] {
      const sent = scene.offers.filter(({ status, isOver }) => status === 'sent' && !isOver)
      const raced = { ...scene, offers: sent.length === 0 ? scene.offers : [pick(sent)] }
      return [accept, accept, lapseSoon].map((act) => () => act(raced))
    },
  }
}

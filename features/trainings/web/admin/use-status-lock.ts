import { useQuery } from '@tanstack/react-query'
import type { Entry, EntryStatus } from '../../../people/contract/people.ts'
import type { Training } from '../../contract/trainings.ts'
import { offersOfPerson, trainingsOfPerson } from './training-queries.ts'

/** Both lists are loaded each time, because the client may have answered in the meantime. */
export function useTrainingsOf(entryId: number, enabled = true) {
  const offers = useQuery({ ...offersOfPerson(entryId), staleTime: 0, enabled })
  const trainings = useQuery({ ...trainingsOfPerson(entryId), staleTime: 0, enabled })
  return { offers, trainings }
}

export const isLive = ({ canceledAt, heldAt }: Training) => canceledAt === null && heldAt === null

/**
 * Says which statuses can't be set by hand, and why: once an offer was sent, they follow from offers and trainings. The
 * server refuses them, too.
 */
export function useStatusLock({ form, id }: Entry): {
  isLocked: (status: EntryStatus) => boolean
  reason: string | undefined
} {
  const { offers, trainings } = useTrainingsOf(id, form === 'waitlist')
  const own = form === 'waitlist' ? (offers.data?.filter(({ entryId }) => entryId === id) ?? []) : []
  const isBooked = form === 'waitlist' && trainings.data?.some((one) => one.entryId === id && isLive(one))
  if (isBooked || own.some(({ status }) => status === 'sent' || status === 'other-days'))
    return {
      isLocked: () => true,
      reason: isBooked
        ? 'The status comes from the booked day until it’s held or canceled.'
        : 'The status comes from the offer until it’s over.',
    }
  if (own.some(({ sentAt }) => sentAt !== null))
    return {
      isLocked: (status) => status === 'offered' || status === 'booked',
      reason: '“Offered” and “Booked” are set when you send an offer and when they accept it.',
    }
  return { isLocked: () => false, reason: undefined }
}

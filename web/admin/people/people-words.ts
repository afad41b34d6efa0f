import type { EntryForm, EntryStatus, PeopleView } from '../../../contracts/people.ts'

export const statusLabels: Record<EntryStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  offered: 'Offered',
  booked: 'Booked',
  closed: 'Closed',
}

export const formLabels: Record<EntryForm, string> = { waitlist: 'Waitlist', contact: 'Contact form' }

export const viewLabels: Record<PeopleView, string> = { people: 'People', spam: 'Spam', deleted: 'Deleted' }

/** Day and time, of any year. */
export function formatMoment(iso: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))
}

export function formatDay(iso: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(new Date(iso))
}

/** One day in a calendar file */
export type CalendarEvent = {
  /** The same for every file about this day, so that calendars update and remove the event */
  uid: string
  /** Rises with each change that people are told about */
  sequence: number
  /** When this version was written */
  writtenAt: Date
  /** Calendar day such as 2027-03-04, and local times such as 09:00 */
  day: string
  startsAt: string
  endsAt: string
  timeZone: string
  summary: string
  location: string
  description: string
  status: 'confirmed' | 'tentative' | 'canceled'
  /** Organizer and attendees, only for invitations by email */
  people?: { organizer: Person; attendee: Person } | undefined
}

export type Person = { name: string; email: string }

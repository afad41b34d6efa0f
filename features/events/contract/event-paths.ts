/** The addresses of public dates */
export const eventPaths = {
  /** Coming and past dates */
  list: '/events' as const,
  /** All coming dates as a calendar */
  calendar: '/events.ics',
  event: (slug: string) => `/events/${slug}`,
  markdown: (slug: string) => `/events/${slug}.md`,
  /** The date as a file for calendars */
  calendarFile: (slug: string) => `/events/${slug}/event.ics`,
  /** The picture that social networks show */
  picture: (slug: string) => `/events/${slug}/social.png`,
  /** A registration, for anyone with the link */
  registration: (token: string) => `/registration/${token}`,
  registrationFile: (token: string) => `/registration/${token}/event.ics`,
  admin: '/admin/events',
  adminNew: '/admin/events?new=1',
  adminEvent: (id: number | string) => `/admin/events?event=${id}`,
  adminEdit: (id: number | string) => `/admin/events?event=${id}&edit=1`,
  /** Check-in on a phone */
  adminDoor: (id: number | string) => `/admin/events?event=${id}&door=1`,
  registrationsExport: (id: number | string) => `/api/events/${id}/registrations.csv`,
}

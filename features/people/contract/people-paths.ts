/** Addresses of the forms and of People */
export const peoplePaths = {
  waitlistJoined: '/waitlist?joined=1',
  /** The questions of "Help us plan" about one waitlist entry, for anyone with its link */
  plan: (token: string) => `/waitlist/plan/${token}`,
  /** Right after joining without JavaScript: the success screen, which offers the questions */
  planJoined: (token: string) => `/waitlist/plan/${token}?joined=1`,
  planSent: (token: string) => `/waitlist/plan/${token}?sent=1`,
  contactSent: '/contact?sent=1',
  adminPeople: '/admin/people',
  /** The People page with one entry open */
  adminPerson: (form: string, id: number | string) => `/admin/people?open=${form}-${id}`,
  exportCsv: '/api/people/export.csv',
} as const

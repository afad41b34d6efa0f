/** The addresses of offers and trainings */
export const trainingPaths = {
  /** The offer of training days, and the booked day once it is accepted, for anyone with the link */
  offer: (token: string) => `/offer/${token}`,
  /** The booked day as a file for calendars */
  calendarFile: (token: string) => `/offer/${token}/training.ics`,
  /** Where the forms of a booked day post: a wish for another day, and the cancellation */
  change: (token: string) => `/offer/${token}/change`,
  /** Days that could work, offers, booked days, and the calendar */
  admin: '/admin/trainings',
  adminTab: (tab: string) => `/admin/trainings?tab=${encodeURIComponent(tab)}`,
  adminOffer: (id: number | string) => `/admin/trainings?tab=offers&offer=${id}`,
  adminNewOffer: (entryId: number | string) => `/admin/trainings?tab=offers&for=${entryId}`,
  /** The form of a day that was agreed without an offer */
  adminBookDay: (entryId: number) => `/admin/trainings?tab=offers&for=${entryId}&book=1`,
  /** The form of a new offer, with days of a trainer already chosen, separated by commas */
  adminNewOfferOf: (entryId: number, trainerId: number, days: string) =>
    `/admin/trainings?tab=offers&for=${entryId}&trainer=${trainerId}&days=${days}`,
  adminTraining: (id: number | string) => `/admin/trainings?tab=booked&training=${id}`,
  offersExport: '/api/offers/export.csv',
  trainingsExport: '/api/trainings/export.csv',
}

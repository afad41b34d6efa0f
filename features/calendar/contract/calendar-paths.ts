/** Addresses of calendars */
export const calendarPaths = {
  /** A trainer's secret calendar feed */
  calendarFeed: (token: string) => `/calendar/${token}.ics`,
} as const

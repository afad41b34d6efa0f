import { isoDay } from '../../contract/format-date.ts'
import { useNews } from './unread-counts.tsx'

/** The calendar day in the site's time zone, as the server sees it. Until the zone is loaded, the browser's zone is used. */
export const useSiteToday = (): string => isoDay(new Date(), { timeZone: useNews()?.timeZone })

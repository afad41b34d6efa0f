import { apiQuery } from '../../../../../core/web/admin/api.ts'
import { teamRead } from '../../../contract/team.ts'

/** Reloaded each time the tab opens, because other owners change the team, and everyone signs in. */
export const teamQuery = { ...apiQuery(teamRead), staleTime: 0 }

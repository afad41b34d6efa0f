import { teamRead } from '../../../../contracts/team.ts'
import { apiQuery } from '../../api.ts'

/** Reloaded each time the tab opens, because other owners change the team, and everyone signs in. */
export const teamQuery = { ...apiQuery(teamRead), staleTime: 0 }

import { teamRead } from '../../../../contracts/team.ts'
import { apiQuery } from '../../api.ts'

export const teamQuery = apiQuery(teamRead)

import { may, type Role } from '../../../contracts/roles.ts'

/** Leaves out the client's link for users who may not run trainings: anyone who opens it can accept or cancel a day. */
export function hideLink<Row extends { link: string | null }>(row: Row, user: { role: Role }): Row {
  return may(user, 'runTrainings') ? row : { ...row, link: null }
}

import { RequestProblem } from '../../../core/server/errors.ts'

// Why a date or a registration cannot be changed as wished, in words

export const refuse = (detail: string, extensions?: Record<string, unknown>) =>
  new RequestProblem('conflict', { detail, ...(extensions && { extensions }) })

export const notAccepted = (detail: string) => new RequestProblem('not-accepted', { detail })

/** The problem of a save that is based on an earlier version, with the row as it is now */
export const changedByOther = (current: object | undefined) =>
  refuse('Someone else changed this in the meantime. Check what it is now, then try again.', { current })

/** "1 seat", "12 seats" */
export const seatsOf = (count: number) => `${count} seat${count === 1 ? '' : 's'}`

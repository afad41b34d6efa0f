import type { Role } from '../../contracts/roles.ts'

/** Labels of what features add, by name and in their order. The server has them from the manifests. */
export type Names = {
  activityKinds: Record<string, string>
  activitySubjects: Record<string, string>
  /** With the lowest role that may read and send such emails */
  mailKinds: Record<string, { label: string; role: Role }>
  todayTitles: Record<string, string>
}

let stored: Names | undefined

export function setNames(names: Names | undefined): void {
  stored = names
}

/** The app stores them before it renders anything, except for the setup of two-step sign-in. */
export function getNames(): Names {
  if (!stored) throw new Error('the app has not stored the names')
  return stored
}

export const labelOfMail = (kind: string): string => getNames().mailKinds[kind]?.label ?? kind

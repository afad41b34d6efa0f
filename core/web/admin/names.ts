import type { Role } from '../../contract/roles.ts'

/** Labels of what features add, by name and in their order. The server has them from the manifests. */
export type Names = {
  activityKinds: Record<string, string>
  activitySubjects: Record<string, string>
  /** With the lowest role that may read and send such emails */
  mailKinds: Record<string, { label: string; role: Role }>
  todayTitles: Record<string, string>
}

/** The app fills them before it renders anything, except for the setup of two-step sign-in. */
export const names: Names = { activityKinds: {}, activitySubjects: {}, mailKinds: {}, todayTitles: {} }

export const labelOfMail = (kind: string): string => names.mailKinds[kind]?.label ?? kind

/** Roles of users, from the fewest rights to the most. Each role includes the rights of the roles before it. */
export const roles = ['helper', 'editor', 'owner'] as const
export type Role = (typeof roles)[number]

export const roleLabels: Record<Role, string> = { helper: 'Helper', editor: 'Editor', owner: 'Owner' }

/** The abilities of each role, in words that follow "can". Each role also has those of the roles before it. */
export const roleAbilities: Record<Role, string> = {
  helper: 'write drafts, invite guest authors, and answer people',
  editor:
    'also publish posts, change the site, offer training days, delete people, download lists, and send the newsletter',
  owner: 'do everything, including settings, backups, and the team',
}

/**
 * The lowest role that has each right. This is the only place that says so: the server's routes and rules and the
 * admin's screens read it from here.
 */
export const rights = {
  /** Drafts, pictures, AI, guests, people, and everything that is not named below */
  work: 'helper',
  /** Publish, schedule, and unpublish posts; change or trash a post that is or was public; approve a guest's post */
  publish: 'editor',
  /** Trash and restore posts of other users, and create links that show them */
  manageOthersWork: 'editor',
  deletePeople: 'editor',
  /** Delete notes about people that other users wrote */
  deleteOthersNotes: 'editor',
  /** Promise days to clients, say who gives trainings, and change the calendars of colleagues */
  manageDays: 'editor',
  /** Download lists as files */
  export: 'editor',
  /** Send to everyone on a list, and change who is on it */
  sendToLists: 'editor',
  /** Words, lists, and look of the public site */
  editSite: 'editor',
  /** Settings, backups, and connections */
  manageSite: 'owner',
  /** Import and export the whole site */
  moveSite: 'owner',
  /** Users, their roles, and their access */
  manageTeam: 'owner',
  /** See and revoke the API tokens of other users */
  manageOthersTokens: 'owner',
  /** Read Activity, the list of what everyone did */
  readActivity: 'owner',
} as const satisfies Record<string, Role>
export type Right = keyof typeof rights

export function isAtLeast(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed)
}

export function may(user: { role: Role }, right: Right): boolean {
  return isAtLeast(user.role, rights[right])
}

/** Says who may do what a lower role may not. */
export const whoMay: Record<Role, string> = {
  helper: 'Only people who can sign in can do this.',
  editor: 'Only editors and owners can do this. Ask one of them.',
  owner: 'Only owners can do this. Ask one of them.',
}

/** The permissions that an API token can have */
export const apiScopes = [
  'read-posts',
  'write-drafts',
  'publish',
  'read-entries',
  'import-site',
  'export-site',
] as const
export type ApiScope = (typeof apiScopes)[number]

import * as z from 'zod/mini'
import { connectionKinds } from './connections.ts'
import { formatDateTime } from './format-date.ts'
import { entryForms } from './people.ts'
import { roles } from './roles.ts'

/** Groups of actions, by which the list of activity can be filtered */
export const activityKindLabels = {
  'sign-in': 'Sign-ins',
  account: 'Passwords and two-step sign-in',
  team: 'Team',
  token: 'API tokens',
  post: 'Posts and media',
  person: 'People',
  training: 'Trainings',
  newsletter: 'Newsletter',
  export: 'Exports',
  import: 'Imports',
  site: 'Words and look of the site',
  setting: 'Settings',
  backup: 'Backups',
}
export type ActivityKind = keyof typeof activityKindLabels
export const activityKinds = Object.keys(activityKindLabels) as [ActivityKind, ...ActivityKind[]]

/** Things that an action can be about. Each is named by its number only. */
export const activitySubjectLabels = {
  post: 'Post',
  picture: 'Image',
  file: 'File',
  comment: 'Comment',
  waitlist: 'Waitlist entry',
  contact: 'Contact form entry',
  note: 'Note',
  subscriber: 'Subscriber',
  issue: 'Newsletter issue',
  user: 'User',
  invite: 'Invite',
  token: 'API token',
  import: 'Import',
  offer: 'Training offer',
  training: 'Training',
}
export type ActivitySubject = keyof typeof activitySubjectLabels
export const activitySubjects = Object.keys(activitySubjectLabels) as [ActivitySubject, ...ActivitySubject[]]

export const recordedSettings = [
  'organization',
  'mail',
  'ai',
  'topics',
  'second-factor',
  'today',
  'plan',
] as const

const settingLabels: Record<(typeof recordedSettings)[number], string> = {
  organization: 'the organization',
  mail: 'email',
  ai: 'AI',
  topics: 'the author topics',
  'second-factor': 'who needs two-step sign-in',
  today: 'the Monday email',
  plan: '“Help us plan”',
}

const connection = z.enum(connectionKinds)
const connectionLabels: Record<(typeof connectionKinds)[number], string> = {
  mail: 'email',
  ai: 'AI',
  speech: 'speech to text',
}

const role = z.enum(roles)
const signInMethods = ['password', 'passkey', 'new-account'] as const
export type SignInMethod = (typeof signInMethods)[number]
const signInLabels: Record<(typeof signInMethods)[number], string> = {
  password: 'Signed in',
  passkey: 'Signed in with a passkey',
  'new-account': 'Signed in to a new account',
}

/** Id of a section of the site */
const section = z.string().check(z.regex(/^[a-zA-Z]{1,40}$/))

const count = z.int().check(z.nonnegative())
const time = z.iso.datetime()
const number = new Intl.NumberFormat('en')

export type WordsOptions = { timeZone?: string | undefined; nameSection: (id: string) => string }
type Words<Details> = (details: Details, options: WordsOptions) => string

/** An action without details */
function action<S extends ActivitySubject = never>(
  kind: ActivityKind,
  text: string,
  about: readonly S[] = [],
) {
  const describe: Words<Record<string, never>> = () => text
  return { kind, about, details: z.strictObject({}), describe }
}

/**
 * An action with details: numbers, times, and words from our own lists. There must be no details for names, addresses,
 * secrets, or texts.
 */
function detailed<Shape extends z.core.$ZodLooseShape, S extends ActivitySubject = never>(
  kind: ActivityKind,
  shape: Shape,
  describe: Words<z.output<z.ZodMiniObject<Shape, z.core.$strict>>>,
  about: readonly S[] = [],
) {
  return { kind, about, details: z.strictObject(shape), describe }
}

/** Every action that is recorded, with its group, what it can be about, and its details */
export const activityCatalog = {
  'signed-in': detailed('sign-in', { with: z.enum(signInMethods) }, (details) => signInLabels[details.with]),
  // In a flood of attempts, not every one gets a row. `attempt` is its number within the hour.
  'sign-in-failed': detailed('sign-in', { attempt: count }, ({ attempt }) =>
    attempt === 1 ? 'Failed to sign in' : `Failed to sign in (attempt ${number.format(attempt)} in an hour)`,
  ),
  'signed-out': action('sign-in', 'Signed out'),
  'session-ended': action('sign-in', 'Signed out another device'),

  'password-changed': action('account', 'Changed their password'),
  'password-link-made': action('account', 'Made a link for a new password', ['user']),
  'password-reset': action('account', 'Set a new password', ['user']),
  'passkey-added': action('account', 'Added a passkey'),
  'passkey-removed': action('account', 'Removed a passkey'),
  'codes-turned-on': action('account', 'Turned on codes from an app'),
  'codes-turned-off': action('account', 'Turned off codes from an app'),
  'recovery-codes-made': action('account', 'Made new recovery codes'),
  'recovery-code-used': action('account', 'Used a recovery code'),
  'second-factor-reset': action('account', 'Reset two-step sign-in', ['user']),

  'user-created': action('team', 'Created the first account', ['user']),
  'colleague-invited': detailed('team', { role }, (details) => `Invited a colleague as ${details.role}`, [
    'invite',
  ]),
  'invite-renewed': action('team', 'Made a new invite link', ['invite']),
  'invite-withdrawn': action('team', 'Turned off an invite link', ['invite']),
  'colleague-joined': detailed('team', { role }, (details) => `Joined as ${details.role}`, ['user']),
  'role-changed': detailed(
    'team',
    { from: role, to: role },
    ({ from, to }) => `Changed a role: ${from} to ${to}`,
    ['user'],
  ),
  'access-ended': action('team', 'Ended access', ['user']),
  'access-restored': action('team', 'Gave access back', ['user']),

  'token-created': detailed('token', { days: count }, ({ days }) => `Made an API token for ${days} days`, [
    'token',
  ]),
  // Once a day for each token. What it does has rows of its own.
  'token-used': action('token', 'Used an API token', ['token']),
  'token-revoked': action('token', 'Revoked an API token', ['token']),

  'post-published': action('post', 'Published a post', ['post']),
  'post-scheduled': detailed(
    'post',
    { for: time },
    (details, options) => `Scheduled a post for ${formatDateTime(details.for, options)}`,
    ['post'],
  ),
  'post-unpublished': action('post', 'Unpublished a post', ['post']),
  'post-trashed': action('post', 'Moved a post to the trash', ['post']),
  'post-restored': action('post', 'Restored a post from the trash', ['post']),
  'picture-deleted': action('post', 'Deleted an image', ['picture']),
  'file-deleted': action('post', 'Deleted a file', ['file']),
  'comment-deleted': action('post', 'Deleted a comment for a guest author', ['comment']),

  'person-deleted': action('person', 'Deleted a person', entryForms),
  'person-restored': action('person', 'Restored a person', entryForms),
  'spam-deleted': action('person', 'Deleted spam', entryForms),
  'spam-restored': action('person', 'Restored spam', entryForms),
  'note-deleted': action('person', 'Deleted a note about a person', ['note']),
  'subscriber-removed': action('person', 'Removed a subscriber', ['subscriber']),
  'subscriber-erased': action('person', 'Permanently deleted a subscriber', ['subscriber']),
  'own-data-erased': action('person', 'Deleted all data about themselves'),

  'offer-sent': action('training', 'Sent a training offer', ['offer']),
  'offer-withdrawn': action('training', 'Withdrew a training offer', ['offer']),
  'training-canceled': action('training', 'Canceled a training', ['training']),
  'trainer-changed': action('training', 'Changed who gives trainings', ['user']),
  'trainer-replaced': detailed(
    'training',
    { days: count },
    ({ days }) => `Gave ${number.format(days)} days of a trainer to another one`,
    ['user'],
  ),
  'calendar-link-made': action('training', 'Made a link to their calendar of trainings'),
  'calendar-link-revoked': action('training', 'Turned off a link to a calendar of trainings', ['user']),
  'trainings-resumed': action('training', 'Let emails about trainings go on after a restore'),

  'issue-started': detailed(
    'newsletter',
    { copies: count },
    ({ copies }) => `Sent a post to ${number.format(copies)} subscribers`,
    ['issue'],
  ),
  'issue-paused': action('newsletter', 'Paused a newsletter issue', ['issue']),
  'issue-resumed': action('newsletter', 'Resumed a newsletter issue', ['issue']),
  'subscribers-imported': detailed(
    'newsletter',
    { added: count },
    ({ added }) => `Imported ${number.format(added)} subscribers`,
  ),

  'people-exported': action('export', 'Downloaded the list of people'),
  'subscribers-exported': action('export', 'Downloaded the list of subscribers'),
  'insights-exported': detailed(
    'export',
    { report: z.string().check(z.regex(/^[a-z-]{1,30}$/)) },
    ({ report }) => `Downloaded the report on ${report}`,
  ),
  'offers-exported': action('export', 'Downloaded the list of offers'),
  'trainings-exported': action('export', 'Downloaded the list of trainings'),
  'activity-exported': action('export', 'Downloaded the list of activity'),
  'export-made': action('export', 'Exported the whole site'),
  'export-deleted': action('export', 'Deleted an export of the whole site'),
  'export-downloaded': action('export', 'Downloaded an export of the whole site'),

  'import-started': action('import', 'Started an import', ['import']),
  'import-finished': detailed(
    'import',
    { posts: count, pages: count, pictures: count },
    ({ posts, pages, pictures }) =>
      `Finished an import: ${number.format(posts)} posts, ${number.format(pages)} pages, ${number.format(pictures)} images`,
    ['import'],
  ),
  'import-undone': action('import', 'Undid an import', ['import']),

  'section-published': detailed(
    'site',
    { section },
    (details, { nameSection }) => `Published a change of the site: ${nameSection(details.section)}`,
  ),
  'section-reset': detailed(
    'site',
    { section },
    (details, { nameSection }) => `Went back to the original: ${nameSection(details.section)}`,
  ),

  'setting-changed': detailed(
    'setting',
    { setting: z.enum(recordedSettings) },
    ({ setting }) => `Changed the settings for ${settingLabels[setting]}`,
  ),
  'connection-changed': detailed(
    'setting',
    { connection },
    (details) => `Changed the connection to ${connectionLabels[details.connection]}`,
  ),
  'connection-removed': detailed(
    'setting',
    { connection },
    (details) => `Disconnected ${connectionLabels[details.connection]}`,
  ),
  'secret-key-rotated': action('setting', 'Sealed all secrets with a new key'),

  'backup-made': action('backup', 'Made a backup'),
  'backup-downloaded': detailed(
    'backup',
    { madeAt: time },
    ({ madeAt }, options) => `Downloaded the backup of ${formatDateTime(madeAt, options)}`,
  ),
  'backup-restored': detailed(
    'backup',
    { madeAt: time },
    ({ madeAt }, options) => `Restored the backup of ${formatDateTime(madeAt, options)}`,
  ),
}

export type ActivityAction = keyof typeof activityCatalog
export const activityActions = Object.keys(activityCatalog) as [ActivityAction, ...ActivityAction[]]

import { useQueryClient } from '@tanstack/react-query'
import { formatRecent } from '../../../../core/contract/format-date.ts'
import { roleLabels } from '../../../../core/contract/roles.ts'
import { apiQuery } from '../../../../core/web/admin/api.ts'
import { setCurrentUser, useCurrentUser } from '../../../../core/web/admin/current-user.ts'
import { useLoaded } from '../../../../core/web/admin/load-problem.tsx'
import { SettingsForm, useSettingsForm } from '../../../../core/web/admin/settings/settings-form.tsx'
import type { SettingsTabProps } from '../../../../core/web/admin/settings/settings-tab.ts'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { call } from '../../../../core/web/api.ts'
import { problemOf } from '../../../../core/web/api-failures.ts'
import { readForm } from '../../../../core/web/editing/record/read-form.ts'
import { SmallButton, TextButton } from '../../../../core/web/ui/button.tsx'
import { InputField } from '../../../../core/web/ui/field.tsx'
import { PasswordField } from '../../../../core/web/ui/password-field.tsx'
import { Section } from '../../../../core/web/ui/section.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'
import {
  type AccountSession,
  accountSessionEnd,
  accountSessionList,
  passwordUpdate,
} from '../../contract/account.ts'
import { findRuleBroken } from '../../contract/password-rules.ts'
import { profileUpdate } from '../../contract/team.ts'
import { NewPasswordField } from '../new-password-field.tsx'

/** Reloaded each time the tab opens, because it says when each session was last used. */
const sessionsQuery = { ...apiQuery(accountSessionList), staleTime: 0 }

export function AccountTab({ names }: SettingsTabProps) {
  const { username, role } = useCurrentUser()
  return (
    <>
      <p>
        Signed in as <strong>{username}</strong>. Your role: {roleLabels[role]}.
      </p>
      <Section id="profile" title="Your name and address">
        <ProfileForm />
      </Section>
      <Section id="password" title="Change password">
        <PasswordForm names={names} />
      </Section>
      <Section id="sessions" title="Where you’re signed in" takesFocus>
        <Sessions />
      </Section>
    </>
  )
}

function PasswordForm({ names }: Pick<SettingsTabProps, 'names'>) {
  const queries = useQueryClient()
  const record = useSettingsForm({
    endpoint: passwordUpdate,
    saved: undefined,
    valuesOf: () => ({ current: '', next: '' }),
    id: 'password',
    labels: { current: 'Current password', next: 'New password' },
    read({ current, next }) {
      const broken = findRuleBroken(next, names)
      const mistakes = {
        ...(current === '' && { current: 'Enter your current password.' }),
        ...(broken && { next: broken }),
      }
      return Object.keys(mistakes).length > 0 ? { mistakes } : { request: { current, next } }
    },
    onSaved: () => queries.invalidateQueries(sessionsQuery),
    success: 'Password changed',
  })
  return (
    <SettingsForm
      record={record}
      note="You’ll stay signed in here and be signed out everywhere else. Your API tokens will stop working."
      button="Change password"
    >
      <PasswordField autoComplete="current-password" {...record.field('current')} />
      <NewPasswordField names={names} {...record.field('next')} />
    </SettingsForm>
  )
}

function Sessions() {
  const { data, notLoaded } = useLoaded(sessionsQuery, 'sessions')
  const { run: end } = useApiMutation(
    (session: AccountSession) => call(accountSessionEnd, { params: { id: session.id } }),
    {
      isParallel: true,
      onSuccess: (_, session) => showToast({ title: 'Signed out', description: nameOf(session) }),
      failure: 'Couldn’t sign out that device.',
      failureStays: true,
      alwaysInvalidates: [sessionsQuery.queryKey],
      // The clicked button disappears together with its session.
      onReloaded: () => document.getElementById('sessions')?.focus(),
    },
  )
  if (!data) return notLoaded
  return (
    <ul className="session-list">
      {data.map((session) => (
        <li key={session.id}>
          <div>
            <p>
              <strong>{nameOf(session)}</strong>
              {session.current && <span className="badge">This device</span>}
            </p>
            <p className="field-hint">
              Signed in: {formatRecent(session.createdAt)} · Last used: {formatRecent(session.lastSeenAt)}
            </p>
          </div>
          {!session.current && (
            <SmallButton onClick={() => end(session)}>
              Sign out
              <span className="sr-only">
                {' '}
                of {nameOf(session)}, signed in {formatRecent(session.createdAt)}
              </span>
            </SmallButton>
          )}
        </li>
      ))}
    </ul>
  )
}

const nameOf = ({ device }: AccountSession) => device ?? 'Unknown device'

/** The form for what the user says about themselves */
function ProfileForm() {
  const user = useCurrentUser()
  const record = useSettingsForm({
    endpoint: profileUpdate,
    saved: { user },
    valuesOf: ({ user: { displayName, username, email, byline } }) => ({
      displayName: displayName === username ? '' : displayName,
      email: email ?? '',
      byline,
    }),
    id: 'profile',
    labels: { displayName: 'Your name', email: 'Your email', byline: 'Name on posts' },
    read: (values) => readForm(profileUpdate.body, values),
    refuse(error) {
      const refusal = problemOf(error)
      if (refusal?.code !== 'not-accepted') return undefined
      const field = refusal.detail?.includes('address') ? 'email' : 'displayName'
      return { mistakes: { [field]: refusal.detail } }
    },
    onSaved: ({ user: changed }) => setCurrentUser(changed),
    success: 'Saved',
  })
  return (
    <SettingsForm
      record={record}
      note="Colleagues see your name in the history of posts and notes, and clients in emails and on the pages of their offers."
      button="Save"
    >
      <InputField dir="auto" autoComplete="name" {...record.field('displayName')} />
      <InputField
        type="email"
        hint="If you forget your password, we send a link there."
        autoComplete="email"
        {...record.field('email')}
      />
      <InputField
        hint="Your new posts start with it as their author."
        placeholder={user.byline === '' ? user.defaultAuthor : undefined}
        dir="auto"
        {...record.field('byline')}
      />
      <TextButton onClick={() => record.form.setValue('byline', record.form.getValues('displayName'))}>
        Use my name on posts
      </TextButton>
    </SettingsForm>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { type AccountSession, accountSession } from '../../../contracts/account.ts'
import { formatRecent } from '../../../contracts/format-date.ts'
import { paths } from '../../../contracts/paths.ts'
import { passwordLimits } from '../../../contracts/session.ts'
import { callApi } from '../../api.ts'
import { explainFailure } from '../../api-failures.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { showToast } from '../../ui/toast.ts'
import { LoadProblem } from '../load-problem.tsx'
import { callSignedIn } from '../sign-in.tsx'
import { SettingsForm, useSettingsSave } from './settings-form.tsx'

export function AccountTab() {
  return (
    <>
      <section aria-labelledby="password">
        <h2 id="password">Change password</h2>
        <PasswordForm />
      </section>
      <section aria-labelledby="sessions">
        <h2 id="sessions" tabIndex={-1}>
          Where you’re signed in
        </h2>
        <Sessions />
      </section>
    </>
  )
}

const noPasswords = { current: '', next: '' }

function PasswordForm() {
  const queries = useQueryClient()
  const form = useForm({ defaultValues: noPasswords })
  const { errors, isDirty } = form.formState
  const saving = useSettingsSave(
    isDirty,
    async () => {
      const { current, next } = form.getValues()
      form.clearErrors()
      if (current === '') form.setError('current', { message: 'Required' })
      if (next.length < passwordLimits.min)
        form.setError('next', { message: `Use at least ${passwordLimits.min} characters.` })
      else if (next.length > passwordLimits.max)
        form.setError('next', { message: `Use up to ${passwordLimits.max} characters.` })
      if (current === '' || next.length < passwordLimits.min || next.length > passwordLimits.max)
        return 'Please fix the highlighted fields.'
      await callApi('POST', paths.api.password, { current, next })
      form.reset(noPasswords)
      await queries.invalidateQueries({ queryKey: [paths.api.sessions] })
      return undefined
    },
    'Password changed',
  )
  return (
    <SettingsForm
      saving={saving}
      words="You’ll stay signed in here and be signed out everywhere else."
      button="Change password"
    >
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        error={errors.current?.message}
        {...form.register('current')}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${passwordLimits.min} characters.`}
        error={errors.next?.message}
        {...form.register('next')}
      />
    </SettingsForm>
  )
}

function Sessions() {
  const queries = useQueryClient()
  const key = [paths.api.sessions]
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async () => z.parse(z.array(accountSession), await callApi('GET', paths.api.sessions)),
  })

  async function end(session: AccountSession) {
    try {
      await callSignedIn(() => callApi('DELETE', paths.api.endSession(session.id)))
      showToast({ title: 'Signed out', description: nameOf(session) })
    } catch (failure) {
      showToast({
        title: 'Couldn’t sign out that device.',
        description: explainFailure(failure),
        tone: 'destructive',
        stays: true,
      })
    }
    await queries.invalidateQueries({ queryKey: key })
    document.getElementById('sessions')?.focus()
  }

  if (error) return <LoadProblem what="The sessions couldn’t be loaded." error={error} onRetry={refetch} />
  if (!data) return <p>Loading sessions...</p>
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
            <button type="button" className="btn btn-quiet btn-small" onClick={() => void end(session)}>
              Sign out
              <span className="sr-only">
                {' '}
                of {nameOf(session)}, signed in {formatRecent(session.createdAt)}
              </span>
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

const nameOf = ({ device }: AccountSession) => device ?? 'Unknown device'

import type { ReactNode } from 'react'
import { offlineAdvice } from '../../contracts/form-fields.ts'
import { paths } from '../../contracts/paths.ts'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { AddressAnswer, AskedAbout } from './address-question.tsx'
import { Honeypot } from './honeypot.tsx'
import { type EntryForm, silenceBrowser } from './use-entry-form.ts'

type EntryFrameProps<Field extends string> = {
  /** Path of the form's own page, which takes it without script. */
  action: string
  words: {
    labels: Record<Field, string>
    honeypot: string
    privacy: string
    privacyLink: string
    button: string
    sending: string
  }
  /** In the order of the page. */
  fields: readonly Field[]
  idOf: (field: Field) => string
  entry: EntryForm<Partial<Record<Field, string>>>
  children: ReactNode
}

/** What is around the fields of every form by which people write to us. */
export function EntryFrame<Field extends string>({
  action,
  words,
  fields,
  idOf,
  entry: { sending, problem, notice, submit },
  children,
}: EntryFrameProps<Field>) {
  return (
    <form className="form" method="post" action={action} onSubmit={submit} ref={silenceBrowser}>
      {problem.message && (
        <ErrorSummary
          message={problem.message}
          fields={fields.map((field) => ({
            id: idOf(field),
            label: words.labels[field],
            error: problem.errors?.[field],
          }))}
          ref={notice}
        >
          {problem.offline && <p>{offlineAdvice}</p>}
        </ErrorSummary>
      )}
      {children}
      <AskedAbout question={problem.question} />
      <Honeypot label={words.honeypot} />
      <p className="form-note">
        {words.privacy} <a href={paths.privacyPolicy}>{words.privacyLink}</a>
      </p>
      <p className="form-actions">
        <button type="submit" className="btn" disabled={sending}>
          {sending ? words.sending : words.button}
        </button>
        <AddressAnswer question={problem.question} />
      </p>
    </form>
  )
}

import type { ReactNode } from 'react'
import { correctFields } from '../../../core/contract/form-fields.ts'
import type { Site } from '../../../core/contract/site.ts'
import { Drawing } from '../../../core/web/site/illustrations/drawing.tsx'
import sleepingCat from '../../../core/web/site/illustrations/sleeping-cat.svg?drawing'
import { Logo } from '../../../core/web/site/logo.tsx'
import { ErrorSummary, type FieldError } from '../../../core/web/ui/error-summary.tsx'
import { Notice } from '../../../core/web/ui/notice.tsx'

type AccountPageProps = {
  site: Site
  title: string
  lead?: string
  notice?: string | undefined
  problem?: string | undefined
  /** The form's fields. If some have errors, a summary above the form links to them. */
  fields?: FieldError[]
  children: ReactNode
}

/** Layout of the pages for signing in, creating the first admin, and changing the password */
export function AccountPage({ site, title, lead, notice, problem, fields, children }: AccountPageProps) {
  const message = problem ?? (fields?.some(({ error }) => error) ? correctFields : undefined)
  return (
    <div className="account-page">
      <header>
        <Logo site={site} />
        <Drawing of={sleepingCat} />
      </header>
      <main id="main" tabIndex={-1} className="card">
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
        {notice && <Notice tone="success">{notice}</Notice>}
        {message && <ErrorSummary message={message} {...(fields && { fields })} />}
        {children}
      </main>
    </div>
  )
}

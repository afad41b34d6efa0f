import { useState } from 'react'
import { queryKeyOf } from '../../../../core/web/admin/api.ts'
import { useMay } from '../../../../core/web/admin/current-user.ts'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { Button, QuietButton, SubmitButton } from '../../../../core/web/ui/button.tsx'
import { InputField, TextField } from '../../../../core/web/ui/field.tsx'
import { Form } from '../../../../core/web/ui/form.tsx'
import { Modal } from '../../../../core/web/ui/modal.tsx'
import { Notice } from '../../../../core/web/ui/notice.tsx'
import { type ImportResponse, subscriberImport, subscriberList } from '../../contract/newsletter.ts'
import { newsletterPaths } from '../../contract/newsletter-paths.ts'
import { Issues } from './issues.tsx'
import { SendDialog, WriteDialog } from './send-dialog.tsx'
import { Subscribers } from './subscribers.tsx'

export function NewsletterScreen({ query }: { query: URLSearchParams }) {
  const maySend = useMay('sendToLists')
  const mayExport = useMay('export')
  const [open, setOpen] = useState<'send' | 'write' | 'import'>()
  return (
    <div className="admin-page">
      <div className="list-head">
        <h1>Newsletter</h1>
        <div className="mail-actions">
          {maySend && (
            <>
              <Button onClick={() => setOpen('send')}>Send a post</Button>
              <QuietButton onClick={() => setOpen('write')}>Write an issue</QuietButton>
              <QuietButton onClick={() => setOpen('import')}>Import subscribers</QuietButton>
            </>
          )}
          {mayExport && (
            <a className="btn btn-quiet" href={newsletterPaths.subscribersFile} download>
              Download CSV
            </a>
          )}
        </div>
      </div>
      {!maySend && <p className="form-note">Editors and owners send newsletters and manage the list.</p>}
      <Issues />
      <Subscribers q={query.get('q') ?? ''} />
      {open === 'send' && <SendDialog onClose={() => setOpen(undefined)} />}
      {open === 'write' && <WriteDialog onClose={() => setOpen(undefined)} />}
      {open === 'import' && <ImportDialog onClose={() => setOpen(undefined)} />}
    </div>
  )
}

/** Imports subscribers who gave their consent outside this site. */
function ImportDialog({ onClose }: { onClose: () => void }) {
  const { run, busy, problem, output } = useApiMutation(subscriberImport, {
    isChecked: true,
    invalidates: [queryKeyOf(subscriberList)],
  })

  function send(typed: FormData) {
    run({ body: { addresses: String(typed.get('addresses')), consent: String(typed.get('consent')) } })
  }

  return (
    <Modal title="Import subscribers" onClose={onClose}>
      <Form onSubmit={send}>
        <p className="form-note">
          Only add people who agreed to get your newsletter. Anyone who unsubscribed stays unsubscribed, and
          subscribers your list marks as unsubscribed are unsubscribed here. Files from Download CSV work as
          is.
        </p>
        {problem && <Notice tone="problem">{problem}</Notice>}
        {output && (
          <Notice tone="success">
            <p>{describeImport(output)}</p>
            {output.refusedCount > 0 && <BadLines {...output} />}
          </Notice>
        )}
        <TextField
          label="Email addresses, one per line, or CSV"
          name="addresses"
          rows={8}
          className="field-control field-text import-list"
        />
        <InputField
          label="How did these people agree?"
          name="consent"
          maxLength={1000}
          hint="For example, “signed up at our spring fair.” Saved with each address."
        />
        <SubmitButton busy={busy} label="Import" />
      </Form>
    </Modal>
  )
}

function describeImport({ added, known, left, ended, deleted }: ImportResponse): string {
  const counts = [
    `${added} added`,
    known > 0 && `${known} already on the list`,
    left > 0 && `${left} stayed unsubscribed`,
    deleted > 0 && `${deleted} skipped because you or they had their data deleted`,
  ]
  const summary = `${counts.filter(Boolean).join(', ')}.`
  if (ended === 0) return summary
  const were =
    ended === 1
      ? '1 subscriber was unsubscribed because your list marks them as unsubscribed.'
      : `${ended} subscribers were unsubscribed because your list marks them as unsubscribed.`
  return `${summary} ${were}`
}

function BadLines({ refused, refusedCount }: ImportResponse) {
  const more = refusedCount - refused.length
  return (
    <>
      <p>
        {refusedCount === 1
          ? '1 line was skipped. Fix it and import it again:'
          : `${refusedCount} lines were skipped. Fix them and import them again:`}
      </p>
      <ul className="notice-list">
        {refused.map(({ line, text, reason }) => (
          <li key={line}>
            Line {line} {reason === 'columns' ? 'doesn’t match the header row' : 'has no valid email address'}
            : <bdi>{text}</bdi>
          </li>
        ))}
        {more > 0 && <li>And {more} more</li>}
      </ul>
    </>
  )
}

import { useState } from 'react'
import { paths } from '../../../contracts/paths.ts'
import { Button, QuietButton } from '../../ui/button.tsx'
import { useMay } from '../current-user.ts'
import { ImportDialog } from './import-dialog.tsx'
import { Issues } from './issues.tsx'
import { SendDialog } from './send-dialog.tsx'
import { Subscribers } from './subscribers.tsx'

/** The newsletter issues that were sent, and the subscribers */
export function NewsletterScreen({ query }: { query: URLSearchParams }) {
  const maySend = useMay('sendNewsletter')
  const mayExport = useMay('export')
  const [open, setOpen] = useState<'send' | 'import'>()
  return (
    <div className="admin-page">
      <div className="list-head">
        <h1>Newsletter</h1>
        <div className="mail-actions">
          {maySend && (
            <>
              <Button onClick={() => setOpen('send')}>Send a post</Button>
              <QuietButton onClick={() => setOpen('import')}>Import subscribers</QuietButton>
            </>
          )}
          {mayExport && (
            <a className="btn btn-quiet" href={paths.api.subscribersFile} download>
              Download CSV
            </a>
          )}
        </div>
      </div>
      {!maySend && <p className="form-note">Editors and owners send newsletters and manage the list.</p>}
      <Issues />
      <Subscribers q={query.get('q') ?? ''} />
      {open === 'send' && <SendDialog onClose={() => setOpen(undefined)} />}
      {open === 'import' && <ImportDialog onClose={() => setOpen(undefined)} />}
    </div>
  )
}

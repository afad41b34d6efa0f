import { useState } from 'react'
import { paths } from '../../../contracts/paths.ts'
import { Button, QuietButton } from '../../ui/button.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { Issues } from './issues.tsx'
import { SendDialog } from './send-dialog.tsx'
import { Subscribers } from './subscribers.tsx'

/** The newsletter issues that were sent, and the subscribers */
export function NewsletterScreen({ query }: { query: URLSearchParams }) {
  const [open, setOpen] = useState<'send' | 'import'>()
  return (
    <div className="admin-page">
      <div className="list-head">
        <h1>Newsletter</h1>
        <div className="mail-actions">
          <Button onClick={() => setOpen('send')}>Send a post</Button>
          <QuietButton onClick={() => setOpen('import')}>Import subscribers</QuietButton>
          <a className="btn btn-quiet" href={paths.api.subscribersFile} download>
            Download CSV
          </a>
        </div>
      </div>
      <Issues />
      <Subscribers q={query.get('q') ?? ''} />
      {open === 'send' && <SendDialog onClose={() => setOpen(undefined)} />}
      {open === 'import' && <ImportDialog onClose={() => setOpen(undefined)} />}
    </div>
  )
}

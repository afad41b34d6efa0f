import { useState } from 'react'
import { paths } from '../../../contracts/paths.ts'
import { ImportDialog } from './import-dialog.tsx'
import { Issues } from './issues.tsx'
import { SendDialog } from './send-dialog.tsx'
import { Subscribers } from './subscribers.tsx'

/** The sent newsletters, and the subscribers. */
export function NewsletterScreen({ query }: { query: URLSearchParams }) {
  const [open, setOpen] = useState<'send' | 'import'>()
  return (
    <div className="admin-page">
      <div className="list-head">
        <h1>Newsletter</h1>
        <div className="mail-actions">
          <button type="button" className="btn" onClick={() => setOpen('send')}>
            Send a post
          </button>
          <button type="button" className="btn btn-quiet" onClick={() => setOpen('import')}>
            Import subscribers
          </button>
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

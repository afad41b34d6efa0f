import { useState } from 'react'
import type { InviteResponse } from '../../../contracts/invites.ts'
import { InviteForm } from './invite-form.tsx'
import { InviteLink } from './invite-link.tsx'
import { InviteList } from './invite-list.tsx'

/** The form that invites guest authors, and the list of invitations with their status */
export function AuthorsTab() {
  const [sent, setSent] = useState<InviteResponse>()
  return (
    <div className="admin-page">
      <div className="list-head">
        <h1>Author Invites</h1>
      </div>
      {sent && <InviteLink key={sent.inviteUrl} response={sent} />}
      <div className="authors">
        <section aria-labelledby="invite-title">
          <h2 id="invite-title">Invite an author</h2>
          <InviteForm onSent={setSent} />
        </section>
        <InviteList onSent={setSent} />
      </div>
    </div>
  )
}

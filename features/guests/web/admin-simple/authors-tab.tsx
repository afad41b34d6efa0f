import { paths } from '../../../../core/contract/paths.ts'
import type { Site } from '../../../../core/contract/site.ts'
import { AddressField } from '../../../../core/web/address-field.tsx'
import { CopyLink } from '../../../../core/web/admin-simple/copy-link.tsx'
import { type Failure, FormProblem } from '../../../../core/web/admin-simple/form-problem.tsx'
import { ListPages } from '../../../../core/web/admin-simple/list-pages.tsx'
import { Island } from '../../../../core/web/island.tsx'
import { InputField } from '../../../../core/web/ui/field.tsx'
import { Notice } from '../../../../core/web/ui/notice.tsx'
import { plainFields } from '../../../../core/web/ui/plain-fields.ts'
import { inviteStatusLabels } from '../../../posts/contract/post-guest.ts'
import {
  describeMailToSend,
  emptyInvite,
  type Invite,
  type InviteErrors,
  type InviteValues,
  inviteLabels,
  inviteMessages,
  inviteName,
  revokeQuestion,
  whatNext,
} from '../../contract/invites.ts'
import { InviteFacts } from '../invite-facts.tsx'
import { InviteFields } from '../invite-fields.tsx'
import { RevokeDialog, RevokeFields } from './revoke-dialog.tsx'
import { SendInviteButton } from './send-invite-button.tsx'

export type AuthorsTabProps = {
  /** Undefined if the user is signed out or the database is unreachable. */
  list?: {
    invites: Invite[]
    topics: string[]
    next: number | undefined
    total: string
    isFirstPage: boolean
  }
  values?: InviteValues
  problem?: Failure & { errors?: InviteErrors }
  /** The invitation that was just sent. Only this response shows its link. */
  sent?: { name: string; url: string; delivery: 'sent' | 'outbox' }
  /** The invitation that the admin is asked to confirm revoking */
  asked?: { id: number; name: string }
  /** Message that confirms any other change */
  done?: string
}

const labels = {
  ...inviteLabels,
  email: `${inviteLabels.email} *`,
  suggestedTopic: `${inviteLabels.suggestedTopic} *`,
}

/** The form that invites guest authors, and the list of invitations. Works without JavaScript. */
export function AuthorsTab({ site, list, ...outcome }: AuthorsTabProps & { site: Site }) {
  return (
    <div className="authors">
      <section aria-labelledby="invite-title">
        <h2 id="invite-title">Invite an author</h2>
        <Outcome {...outcome} />
        <InviteForm {...outcome} topics={list?.topics ?? []} />
      </section>
      {list && <SentInvitations list={list} site={site} />}
    </div>
  )
}

function Outcome({ sent, asked, done }: AuthorsTabProps) {
  return (
    <>
      {sent && (
        <Notice tone="success" autoFocus>
          <p>
            <strong>{inviteMessages.sent}</strong>. {inviteMessages.sentDetail} {whatNext[sent.delivery]}
          </p>
          <p>We only show this link once.</p>
          <div className="invite-link-row">
            <InputField label={`Link for ${sent.name}`} readOnly defaultValue={sent.url} />
            <Island of={CopyLink} name="CopyLink" props={{ url: sent.url }} when="idle" />
          </div>
        </Notice>
      )}
      {asked && (
        <Notice tone="problem">
          <p dir="auto">{revokeQuestion(asked.name)}</p>
          <form method="post" action={paths.adminSimpleAuthors} className="form-actions">
            <RevokeFields id={asked.id} />
            <a className="btn btn-quiet" href={paths.adminSimpleTab('authors')}>
              Keep it
            </a>
          </form>
        </Notice>
      )}
      {done && (
        <Notice tone="success" autoFocus>
          <p>{done}</p>
        </Notice>
      )}
    </>
  )
}

type InviteFormProps = Pick<AuthorsTabProps, 'values' | 'problem'> & { topics: string[] }

function InviteForm({ values = emptyInvite, problem, topics }: InviteFormProps) {
  const { field, idOf, summary } = plainFields({ prefix: 'invite', labels, values, errors: problem?.errors })
  return (
    <form className="form" method="post" action={paths.adminSimpleAuthors} noValidate>
      {problem && <FormProblem problem={problem} fields={summary} retry="send it again" />}
      <InviteFields
        field={field}
        addressField={(props) => <Island of={AddressField} name="AddressField" props={props} when="idle" />}
        topics={topics}
      />
      <Island
        of={SendInviteButton}
        name="SendInviteButton"
        props={{ emailId: idOf('email'), topicId: idOf('suggestedTopic') }}
        when="idle"
        className="send-invite"
      />
    </form>
  )
}

function SentInvitations({ list, site }: { list: NonNullable<AuthorsTabProps['list']>; site: Site }) {
  return (
    <section aria-labelledby="sent-title">
      <h2 id="sent-title">Sent Invitations</h2>
      {list.invites.length === 0 ? (
        <div className="card empty">
          <h3>{inviteMessages.none}</h3>
          <p>Invitations you send show up here. Ask someone you’ve worked with for one thing they learned.</p>
        </div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1)
        <section className="invite-list" tabIndex={0} aria-label="The invitations">
          <ul>
            {list.invites.map((invite) => (
              <li key={invite.id}>
                <InviteRow invite={invite} site={site} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Island of={RevokeDialog} name="RevokeDialog" props={{}} when="idle" />
      <ListPages tab="authors" things="invitations" isFirstPage={list.isFirstPage} next={list.next} />
    </section>
  )
}

function InviteRow({ invite, site }: { invite: Invite; site: Site }) {
  const name = inviteName(invite)
  return (
    <article className="invite-row" aria-label={`Invitation to ${name}`}>
      <div className="invite-row-head">
        <h3 dir="auto">{name}</h3>
        <span className={['accepted', 'declined', 'expired'].includes(invite.status) ? 'badge' : 'tag'}>
          {inviteStatusLabels[invite.status]}
        </span>
      </div>
      <InviteFacts invite={invite} timeZone={site.timeZone} />
      {invite.toSend && (
        <p>
          <strong dir="auto">{describeMailToSend(invite.toSend, name)}</strong>{' '}
          <a className="text-button" href={paths.adminMail(invite.toSend.mailId)}>
            Open the message<span className="sr-only"> to {name}</span>
          </a>
        </p>
      )}
      {invite.email !== '' && (
        <form
          method="post"
          action={paths.adminSimpleAuthors}
          className="form-actions"
          data-asks-revoke={name}
        >
          <input type="hidden" name="id" value={invite.id} />
          <button type="submit" name="action" value="resend" className="btn btn-quiet btn-small">
            Resend<span className="sr-only"> to {name}</span>
          </button>
          {invite.status !== 'revoked' && (
            <button type="submit" name="action" value="revoke" className="btn btn-quiet btn-small">
              Cancel invitation<span className="sr-only"> of {name}</span>
            </button>
          )}
        </form>
      )}
    </article>
  )
}

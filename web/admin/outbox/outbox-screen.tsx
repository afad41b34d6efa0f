import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { formatRecent } from '../../../contracts/format-date.ts'
import { mailSettingsRead } from '../../../contracts/mail-settings.ts'
import {
  mailKindLabels,
  mailKinds,
  mailStateLabels,
  mailStates,
  type OutboxEntry,
  outboxList,
} from '../../../contracts/outbox.ts'
import { paths } from '../../../contracts/paths.ts'
import { apiQuery, listQuery } from '../api.ts'
import { replaceUrl } from '../history.ts'
import { LoadProblem } from '../load-problem.tsx'
import { ScreenLink } from '../screen-link.tsx'
import { SearchField } from '../search-field.tsx'
import { Choice } from '../select-filter.tsx'
import { searchId } from '../shortcuts.tsx'
import { ShowMore } from '../show-more.tsx'
import { upTo99, useNews } from '../unread-counts.tsx'
import { MailBadge, SendBy, waitingForYou } from './mail-badge.tsx'
import { MailDialog } from './mail-dialog.tsx'

const mailsPerPage = 25

/** All emails with their state, and what an admin can do with each. */
export function OutboxScreen({ query }: { query: URLSearchParams }) {
  const q = query.get('q') ?? ''
  const status = mailStates.find((known) => known === query.get('status'))
  const kind = mailKinds.find((known) => known === query.get('kind'))
  const opened = Number(query.get('mail') ?? 0)
  const search = q.trim() === '' ? undefined : q
  const pages = useInfiniteQuery(
    listQuery(outboxList, { query: { q: search, status, kind, limit: mailsPerPage } }),
  )
  const { data, error, refetch } = pages
  const mails = data?.pages.flatMap(({ rows }) => rows)
  const total = data?.pages[0]?.total
  const isFiltered = q !== '' || status !== undefined || kind !== undefined
  const isByHand = useIsByHand()
  const urgent = useUrgent(!isFiltered)
  const others = mails?.filter(({ id }) => !urgent.some((one) => one.id === id))
  const open = (mail: OutboxEntry) => show({ mail: String(mail.id) })

  function show(next: { q?: string; status?: string; kind?: string; mail?: string }) {
    const filter = new URLSearchParams()
    const merged = { q, status: status ?? '', kind: kind ?? '', ...next }
    for (const [name, value] of Object.entries(merged)) if (value !== '') filter.set(name, value)
    const text = filter.toString()
    replaceUrl(text === '' ? paths.adminOutbox : `${paths.adminOutbox}?${text}`)
  }

  return (
    <div className="admin-page">
      <div className="list-head">
        <h1>Outbox</h1>
        <p className="count" role="status">
          {total !== undefined && (total === '1' ? '1 email' : `${total} emails`)}
        </p>
      </div>
      <NeedsYou />
      {isByHand && <ByHandNote />}
      <search className="list-filter outbox-filter">
        <SearchField id={searchId} q={q} onSearch={(next) => show({ q: next })} />
        <Choice
          id="mail-status"
          label="Status"
          all="All statuses"
          value={status ?? ''}
          options={mailStates.map((one) => [
            one,
            isByHand && one === 'queued' ? waitingForYou : mailStateLabels[one],
          ])}
          onChoose={(next) => show({ status: next })}
        />
        <Choice
          id="mail-kind"
          label="Type"
          all="All types"
          value={kind ?? ''}
          options={mailKinds.map((one) => [one, mailKindLabels[one]])}
          onChoose={(next) => show({ kind: next })}
        />
      </search>
      {error && <LoadProblem what="The emails couldn’t be loaded." error={error} onRetry={refetch} />}
      {!mails && !error && <p>Loading emails...</p>}
      {mails?.length === 0 && <NoMails filtered={isFiltered} />}
      {urgent.length > 0 && (
        <section className="post-list urgent-mails" aria-labelledby="urgent-title">
          <h2 id="urgent-title">Send these first</h2>
          <p className="form-note">Someone asked for each of these and is waiting for it.</p>
          <MailList mails={urgent} onOpen={open} />
        </section>
      )}
      <div className="post-list">
        {others && others.length > 0 && <MailList mails={others} onOpen={open} />}
      </div>
      <ShowMore of="emails" pages={pages} />
      {opened > 0 && <MailDialog id={opened} onClose={() => show({})} />}
    </div>
  )
}

function MailList({ mails, onOpen }: { mails: OutboxEntry[]; onOpen: (mail: OutboxEntry) => void }) {
  return (
    <ul>
      {mails.map((mail) => (
        <li key={mail.id}>
          <MailRow mail={mail} onOpen={() => onOpen(mail)} />
        </li>
      ))}
    </ul>
  )
}

function MailRow({ mail, onOpen }: { mail: OutboxEntry; onOpen: () => void }) {
  return (
    <article className="post-row" aria-labelledby={`mail-${mail.id}`}>
      <div className="post-row-text">
        <h2 id={`mail-${mail.id}`} dir="auto">
          {mail.subject}
        </h2>
        <p className="post-row-facts">
          <MailBadge mail={mail} />
          <span>To {mail.to}</span>
          <span>{mailKindLabels[mail.kind]}</span>
          <span>
            {mail.sentAt ? `Sent ${formatRecent(mail.sentAt)}` : `Written ${formatRecent(mail.createdAt)}`}
          </span>
          <SendBy mail={mail} />
        </p>
        {mail.problem && (
          <p className={mail.status === 'withdrawn' ? 'form-note' : 'mail-problem'}>{mail.problem}</p>
        )}
      </div>
      <div className="post-row-actions">
        <button type="button" className="btn btn-quiet btn-small" onClick={onOpen}>
          Open<span className="sr-only"> {mail.subject}</span>
        </button>
      </div>
    </article>
  )
}

/** True if no mail server is configured, so that an admin sends every email. */
function useIsByHand(): boolean {
  return useQuery(apiQuery(mailSettingsRead)).data?.server === null
}

/** Emails with a deadline that an admin has to send. After a failure, the list below still has everything. */
function useUrgent(isWanted: boolean): OutboxEntry[] {
  const { data } = useQuery({ ...apiQuery(outboxList, { query: { urgent: '1' } }), enabled: isWanted })
  return isWanted ? (data ?? []) : []
}

/** Spells out the number in the menu. */
function NeedsYou() {
  const { queuedMails = 0, failedMails = 0 } = useNews() ?? {}
  const count = queuedMails + failedMails
  if (count === 0) return null
  const kinds = [
    ...(queuedMails > 0 ? [`${upTo99(queuedMails)} waiting`] : []),
    ...(failedMails > 0 ? [`${upTo99(failedMails)} failed`] : []),
  ]
  return (
    <p>
      {upTo99(count)} {count === 1 ? 'needs' : 'need'} you: {kinds.join(', ')}
    </p>
  )
}

/** Without a mail server, the outbox is a to-do list. */
function ByHandNote() {
  return (
    <p className="form-note">
      Email isn’t set up yet, so messages wait here. Open one, send it from your own email app, and mark it as
      sent.{' '}
      <ScreenLink className="text-link" href={paths.adminSettingsTab('mail')}>
        How to set up email
      </ScreenLink>
    </p>
  )
}

function NoMails({ filtered }: { filtered: boolean }) {
  return (
    <div className="card empty">
      <h2>No emails found</h2>
      {filtered ? (
        <p>No emails match. Try different words or another status.</p>
      ) : (
        <>
          <p>Every email your site writes is kept here: invitations, notifications, newsletters.</p>
          <p>
            <ScreenLink className="btn btn-small" href={paths.adminSettingsTab('mail')}>
              Send a test email
            </ScreenLink>
          </p>
        </>
      )}
    </div>
  )
}

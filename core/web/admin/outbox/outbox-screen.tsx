import { useQuery } from '@tanstack/react-query'
import { formatRecent } from '../../../contract/format-date.ts'
import { mailStateLabels, mailStates, type OutboxEntry, outboxList } from '../../../contract/outbox.ts'
import { paths } from '../../../contract/paths.ts'
import { isAtLeast } from '../../../contract/roles.ts'
import { Section } from '../../ui/section.tsx'
import { apiQuery } from '../api.ts'
import { useCurrentUser, useMay } from '../current-user.ts'
import { replaceUrl } from '../history.ts'
import {
  FilterBar,
  filterUrl,
  readFilters,
  SearchField,
  SelectFilter,
  setFilters,
} from '../lists/filters.tsx'
import { byId, ListScreen, Rows, useListPage } from '../lists/list-screen.tsx'
import { labelOfMail, names } from '../names.ts'
import { searchId } from '../screen-keys.ts'
import { ButtonLink, InlineLink } from '../screen-link.tsx'
import { upTo99, useNews } from '../unread-counts.tsx'
import { MailBadge, SendBy, waitingForYou } from './mail-badge.tsx'
import { MailDialog } from './mail-dialog.tsx'

const mailsPerPage = 25

/** A searchable list of all emails with their state. The open email is in a dialog (mail-dialog.tsx). */
export function OutboxScreen({ query }: { query: URLSearchParams }) {
  const filters = readFilters(query, { status: mailStates, kind: Object.keys(names.mailKinds) })
  const opened = Number(query.get('mail') ?? 0)
  const list = useListPage(outboxList, { query: { ...setFilters(filters), limit: mailsPerPage } })
  const isFiltered = Object.values(filters).some((value) => value !== '')
  const { role } = useCurrentUser()
  const isByHand = useNews()?.sendsByHand ?? false
  const urgent = useUrgent(!isFiltered)
  const others = list.rows?.filter(({ id }) => !urgent.some((mail) => mail.id === id)) ?? []
  const open = (mail: OutboxEntry) => show({ mail: String(mail.id) })

  function show(next: Record<string, string>) {
    replaceUrl(filterUrl(paths.adminOutbox, { ...filters, ...next }))
  }

  return (
    <div className="admin-page">
      <ListScreen
        headline={<h1>Outbox</h1>}
        unit={['email', 'emails']}
        list={list}
        hasSkeleton
        empty={<NoMails filtered={isFiltered} />}
        filters={
          <>
            <div>
              <NeedsYou />
              {isByHand && <ByHandNote />}
            </div>
            <FilterBar
              search={<SearchField id={searchId} q={filters.q} onSearch={(q) => show({ q })} />}
              filters={{ status: filters.status, kind: filters.kind }}
            >
              <SelectFilter
                label="Status"
                all="All statuses"
                value={filters.status}
                options={mailStates.map((state) => [
                  state,
                  isByHand && state === 'queued' ? waitingForYou : mailStateLabels[state],
                ])}
                onChoose={(status) => show({ status })}
              />
              <SelectFilter
                label="Type"
                all="All types"
                value={filters.kind}
                options={Object.entries(names.mailKinds).flatMap(([kind, { label, role: lowest }]) =>
                  isAtLeast(role, lowest) ? [[kind, label]] : [],
                )}
                onChoose={(kind) => show({ kind })}
              />
            </FilterBar>
          </>
        }
      >
        {urgent.length > 0 && (
          <Section id="urgent-title" title="Send these first" className="post-list urgent-mails">
            <p className="form-note">Someone asked for each of these and is waiting for it.</p>
            <MailList mails={urgent} onOpen={open} />
          </Section>
        )}
        <div className="post-list">
          <MailList mails={others} onOpen={open} />
        </div>
      </ListScreen>
      {opened > 0 && <MailDialog id={opened} onClose={() => show({})} />}
    </div>
  )
}

function MailList({ mails, onOpen }: { mails: OutboxEntry[]; onOpen: (mail: OutboxEntry) => void }) {
  return (
    <Rows rows={mails} keyOf={byId}>
      {(mail) => <MailRow mail={mail} onOpen={() => onOpen(mail)} />}
    </Rows>
  )
}

function MailRow({ mail, onOpen }: { mail: OutboxEntry; onOpen: () => void }) {
  const time = mail.sentAt ?? mail.createdAt
  return (
    <article className="mail-row" aria-label={mail.subject} data-status={mail.status}>
      <span className="mail-row-to">
        <span className="sr-only">To </span>
        {mail.to}
      </span>
      <h2 dir="auto">
        <button type="button" onClick={onOpen}>
          <span className="sr-only">Open </span>
          {mail.subject}
        </button>
      </h2>
      <span className="mail-row-type">{labelOfMail(mail.kind)}</span>
      <span className="mail-row-state">
        <MailBadge mail={mail} />
      </span>
      <time dateTime={time}>{formatRecent(time)}</time>
      {(mail.problem || mail.sendBy) && (
        <p className={mail.status === 'failed' ? 'mail-problem' : 'form-note'}>
          {mail.problem} <SendBy mail={mail} />
        </p>
      )}
    </article>
  )
}

/**
 * Emails with a deadline that an admin has to send. If the request fails, the list is empty without a message, because
 * the main list below also contains these emails.
 */
function useUrgent(isWanted: boolean): OutboxEntry[] {
  const { data } = useQuery({ ...apiQuery(outboxList, { query: { urgent: '1' } }), enabled: isWanted })
  return isWanted ? (data ?? []) : []
}

/** Explains the number next to "Outbox" in the menu. */
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

/** Shown without a mail server, when admins send all emails themselves and the outbox is their to-do list */
function ByHandNote() {
  const mayConnect = useMay('manageSite')
  return (
    <p className="form-note">
      Email isn’t set up yet, so messages wait here. Open one, send it from your own email app, and mark it as
      sent. {mayConnect && <InlineLink href={paths.adminSettingsTab('mail')}>Connect email</InlineLink>}
    </p>
  )
}

function NoMails({ filtered }: { filtered: boolean }) {
  const mayTest = useMay('manageSite')
  return (
    <div className="card empty">
      <h2>No emails found</h2>
      {filtered ? (
        <p>No emails match. Try different words or another status.</p>
      ) : (
        <>
          <p>Every email your site writes is kept here.</p>
          {mayTest && (
            <p>
              <ButtonLink href={paths.adminSettingsTab('mail')}>Send a test email</ButtonLink>
            </p>
          )}
        </>
      )}
    </div>
  )
}

import { useState } from 'react'
import { formatDate } from '../../../../core/contract/format-date.ts'
import { may } from '../../../../core/contract/roles.ts'
import { queryKeyOf } from '../../../../core/web/admin/api.ts'
import { useCurrentUser } from '../../../../core/web/admin/current-user.ts'
import { useFocusAfterRemoval } from '../../../../core/web/admin/focus-after-removal.ts'
import { replaceUrl } from '../../../../core/web/admin/history.ts'
import { filterUrl, SearchField, setFilters } from '../../../../core/web/admin/lists/filters.tsx'
import { byId, ListScreen, Rows, useListPage } from '../../../../core/web/admin/lists/list-screen.tsx'
import { searchId } from '../../../../core/web/admin/screen-keys.ts'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { AskDialog } from '../../../../core/web/ui/ask-dialog.tsx'
import { TextButton } from '../../../../core/web/ui/button.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'
import {
  endReasonLabels,
  type Subscriber,
  subscriberErase,
  subscriberList,
  subscriberRemove,
  subscriberRetry,
} from '../../contract/newsletter.ts'
import { newsletterPaths } from '../../contract/newsletter-paths.ts'

const subscribersPerPage = 25

export function Subscribers({ q }: { q: string }) {
  const list = useListPage(subscriberList, { query: { ...setFilters({ q }), limit: subscribersPerPage } })
  const { rows, headline, focusAfter } = useFocusAfterRemoval<HTMLUListElement>(list.data)
  return (
    <section className="mail-section" aria-labelledby="subscribers-title">
      <ListScreen
        headline={
          <h2 id="subscribers-title" ref={headline} tabIndex={-1}>
            Subscribers
          </h2>
        }
        unit={['subscriber', 'subscribers']}
        list={list}
        empty={
          <p>
            {q === ''
              ? 'No subscribers yet. The sign-up form is on the home page, under each post, and on its own page.'
              : 'No subscribers match. Try different words.'}
          </p>
        }
        moreClass="issue-more"
        filters={
          <search>
            <SearchField
              id={searchId}
              q={q}
              onSearch={(next) => replaceUrl(filterUrl(newsletterPaths.admin, { q: next }))}
            />
          </search>
        }
      >
        <Rows className="post-list" ref={rows} rows={list.rows} keyOf={byId}>
          {(row) => <SubscriberRow row={row} focusAfter={focusAfter} />}
        </Rows>
      </ListScreen>
    </section>
  )
}

/**
 * `focusAfter` keeps the focus in the list when a button with `data-removes` changes its row (focus-after-removal.ts).
 */
type SubscriberRowProps = { row: Subscriber; focusAfter: (pressed: Element | undefined) => void }

function SubscriberRow({ row, focusAfter }: SubscriberRowProps) {
  const [asking, setAsking] = useState<Element>()
  const user = useCurrentUser()
  const mayChange = may(user, 'sendToLists') && may(user, 'deletePeople')
  const options = (success: string) => ({
    failure: 'Something went wrong.',
    onSuccess: () => showToast({ title: success, description: row.email }),
    onError: () => focusAfter(undefined),
    alwaysInvalidates: [queryKeyOf(subscriberList)],
  })
  const params = { id: row.id }
  const retrying = useApiMutation(subscriberRetry, options('Subscribed again'))
  const removing = useApiMutation(subscriberRemove, options('Removed'))
  const erasing = useApiMutation(subscriberErase, options('Deleted'))

  return (
    <div className="issue-row">
      <SubscriberFacts row={row} />
      <div className="post-row-actions" hidden={!mayChange}>
        {row.endReason === 'bounced' && (
          <TextButton
            data-removes=""
            onClick={({ currentTarget }) => {
              focusAfter(currentTarget)
              retrying.run({ params })
            }}
          >
            Try this address again<span className="sr-only"> ({row.email})</span>
          </TextButton>
        )}
        <TextButton data-removes="" onClick={({ currentTarget }) => setAsking(currentTarget)}>
          {row.isActive ? 'Remove' : 'Delete...'}
          <span className="sr-only"> {row.email}</span>
        </TextButton>
      </div>
      {asking && (
        <AskDialog
          title={row.isActive ? 'Remove this subscriber?' : 'Permanently delete this person?'}
          yes={row.isActive ? 'Remove' : 'Delete'}
          no="Keep"
          onYes={() => {
            focusAfter(asking)
            if (row.isActive) removing.run({ params })
            else erasing.run({ params })
          }}
          onClose={() => setAsking(undefined)}
        >
          {row.isActive ? (
            <p>{row.email} won’t get the newsletter anymore unless they sign up again.</p>
          ) : (
            <p>
              Everything we have about {row.email} will be deleted now and can’t be restored: how they agreed,
              emails, and invitations with drafts that weren’t published. An import won’t bring them back, but
              they can sign up again.
            </p>
          )}
        </AskDialog>
      )}
    </div>
  )
}

function SubscriberFacts({ row }: { row: Subscriber }) {
  return (
    <>
      <strong>{row.email}</strong>
      <p className="issue-fact">
        {row.endedAt
          ? `From ${formatDate(row.subscribedAt)} until ${formatDate(row.endedAt)}`
          : `Since ${formatDate(row.subscribedAt)}`}
        {row.frequency === 'monthly' && ', at most once a month'}
      </p>
      <p className="issue-fact">
        {row.sourceName && (
          <>
            From <bdi>{row.sourceName}</bdi>
          </>
        )}
        {row.source === 'import' && 'Imported'}
      </p>
      <p>
        <span className={row.isActive ? 'badge badge-live' : 'badge badge-draft'}>
          {row.isActive ? 'Subscribed' : endReasonLabels[row.endReason ?? 'unsubscribed']}
        </span>
      </p>
      {row.consent && <p className="issue-fact issue-consent">Agreed to: {row.consent}</p>}
    </>
  )
}

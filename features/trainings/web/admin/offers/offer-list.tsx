import { Download } from 'lucide-react'
import { useMay } from '../../../../../core/web/admin/current-user.ts'
import { replaceUrl } from '../../../../../core/web/admin/history.ts'
import { readFilters, SelectFilter, setFilters } from '../../../../../core/web/admin/lists/filters.tsx'
import { byId, ListScreen, Rows, useListPage } from '../../../../../core/web/admin/lists/list-screen.tsx'
import { ButtonLink, ScreenLink } from '../../../../../core/web/admin/screen-link.tsx'
import { peoplePaths } from '../../../../people/contract/people-paths.ts'
import { describeEnd } from '../../../contract/offer-end.ts'
import { type Offer, offerList, offerStatuses, offerStatusLabels } from '../../../contract/offers.ts'
import { trainingPaths } from '../../../contract/training-paths.ts'
import { OfferBadge } from '../badges.tsx'
import { describeTime, listDays } from '../training-words.ts'

const offersPerPage = 25

/** All offers, newest first; or those to one person (`entry` in the URL) */
export function OfferList({ query }: { query: URLSearchParams }) {
  const { status } = readFilters(query, { status: offerStatuses })
  const entry = readEntry(query)
  const filters = { status, entry }
  const input = { query: { ...setFilters(filters), limit: offersPerPage } }
  // Clients answer at any time.
  const list = useListPage(offerList, input, { staleTime: 0 })
  const person = entry === '' ? undefined : list.rows?.[0]?.name
  const show = (next: Partial<typeof filters>) => replaceUrl(offersUrl({ ...filters, ...next }))
  return (
    <ListScreen
      headline={<h2>Offers{person && <span dir="auto"> to {person}</span>}</h2>}
      unit={['offer', 'offers']}
      list={list}
      hasSkeleton
      empty={<NoOffers isFiltered={status !== '' || entry !== ''} />}
      filters={
        <div className="training-tools">
          <search>
            <SelectFilter
              label="Status"
              all="All statuses"
              value={status}
              options={offerStatuses.map((one) => [one, offerStatusLabels[one]])}
              onChoose={(next) => show({ status: next as typeof status })}
            />
          </search>
          {entry !== '' && (
            <button type="button" className="chip" onClick={() => show({ entry: '' })}>
              Show offers to everyone
            </button>
          )}
          <DownloadLink total={list.total} />
        </div>
      }
    >
      <div className="post-list">
        <Rows rows={list.rows} keyOf={byId}>
          {(offer) => <OfferRow offer={offer} />}
        </Rows>
      </div>
    </ListScreen>
  )
}

const readEntry = (query: URLSearchParams) => {
  const entry = query.get('entry') ?? ''
  return /^[1-9]\d{0,8}$/.test(entry) ? entry : ''
}

export function offersUrl(filters: { status?: string; entry?: string }): string {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''))
  const list = trainingPaths.adminTab('offers')
  return query.size === 0 ? list : `${list}&${query}`
}

function OfferRow({ offer }: { offer: Offer }) {
  const { id, name, company, days, bookedDay, trainerName } = offer
  return (
    <article className="training-row" aria-labelledby={`offer-${id}`}>
      <h3 id={`offer-${id}`} dir="auto">
        <ScreenLink href={trainingPaths.adminOffer(id)}>{name}</ScreenLink>
      </h3>
      <OfferBadge offer={offer} />
      <p>
        <strong>{listDays(bookedDay ? [bookedDay] : days)}</strong>
      </p>
      <p className="post-row-facts">
        {company && <bdi>{company}</bdi>}
        <span>{describeMoment(offer)}</span>
        <span>
          With <bdi>{trainerName}</bdi>
        </span>
      </p>
    </article>
  )
}

/** When the offer ends or ended, or when the client answered */
export function describeMoment(offer: Offer): string {
  const { status, answeredAt, endedAt } = offer
  switch (status) {
    case 'draft':
      return 'Not sent yet'
    case 'sent':
      return `Valid ${describeEnd(offer)}`
    case 'lapsed':
    case 'withdrawn':
      return endedAt ? `Ended ${describeTime(endedAt)}` : 'Ended'
    default:
      return answeredAt ? `Answered ${describeTime(answeredAt)}` : 'Answered'
  }
}

function DownloadLink({ total }: { total: string | undefined }) {
  const mayExport = useMay('export')
  if (!mayExport || total === undefined || total === '0') return null
  return (
    <a className="text-button" href={trainingPaths.offersExport} download>
      <Download aria-hidden="true" /> Download all offers (CSV)
    </a>
  )
}

function NoOffers({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className="card empty">
      <h3>{isFiltered ? 'No offers found' : 'No offers yet'}</h3>
      {isFiltered ? (
        <p>No offers match. Try another status.</p>
      ) : (
        <>
          <p>
            An offer holds one to three days for one person until they answer. Open a person on the waitlist
            and click “Offer training days”.
          </p>
          <p>
            <ButtonLink href={`${peoplePaths.adminPeople}?form=waitlist`}>Open the waitlist</ButtonLink>
          </p>
        </>
      )}
    </div>
  )
}

import { readRowId } from '../../../../contracts/admin-screens.ts'
import { NewOffer } from './new-offer.tsx'
import { OfferList } from './offer-list.tsx'
import { readProposedDays } from './offer-values.ts'
import { OpenOffer } from './open-offer.tsx'

/**
 * All offers; or one of them (`offer`), with its form (`edit`); or the form for a new one (`for` an entry, with `days` of
 * a `trainer` chosen)
 */
export function OffersTab({ query }: { query: URLSearchParams }) {
  const open = readRowId(query.get('offer'))
  const entryId = readRowId(query.get('for'))
  if (open !== undefined) return <OpenOffer key={open} id={open} isEditing={query.get('edit') === '1'} />
  if (entryId !== undefined)
    return <NewOffer key={entryId} entryId={entryId} proposed={readProposedDays(query)} />
  return <OfferList query={query} />
}
